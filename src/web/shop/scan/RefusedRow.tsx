import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import lines from '../lines/Lines.module.css'
import { ProblemHead, sizeOf } from '../lines/Lines.tsx'
import { SizeGrid } from '../products/SizeGrid.tsx'
import { dismissScan } from './intake.ts'
import classes from './ScanList.module.css'
import type { RefusedScan } from './scans.ts'

/** A refused scan with its reason, or the matches to choose from. */
export function RefusedRow({ scan }: { scan: RefusedScan }) {
  const { code, count, product, item, products = [] } = scan
  return (
    <li className={classes.refused} data-choice={scan.reason === 'choice' || undefined} data-testid="refused">
      <ProblemHead
        title={
          <>
            <bdi>{code}</bdi>
            {count > 1 && <span className={`number ${lines.small}`}> ×{count}</span>}
          </>
        }
        isWrong={scan.reason !== 'choice'}
        removeLabel={t('ordering.scan.dismiss', { code })}
        onRemove={() => dismissScan(scan.id)}
      >
        {product && (
          <p className={lines.small}>
            {product.itemDescription} · {product.colorDescription} {item && <strong>{sizeOf(item)}</strong>}
          </p>
        )}
        <p className={`${lines.reason} ${classes.refusal}`}>
          {scan.message ?? t(`ordering.scan.why.${reasonKey(scan)}`)}
        </p>
      </ProblemHead>
      {products.map((one) => (
        <div key={`${one.itemCode} ${one.colorCode}`} className={classes.choice}>
          <p className={`${lines.name} ${classes.choiceName}`}>
            <Link to="/shop/items/$itemCode" params={{ itemCode: one.itemCode }}>
              {one.itemDescription}
            </Link>{' '}
            · {one.colorDescription}
          </p>
          <SizeGrid product={one} />
        </div>
      ))}
    </li>
  )
}

/** Failures have their own message. */
const reasonKey = ({ reason }: RefusedScan) => (reason === 'failed' ? 'unknown' : reason)
