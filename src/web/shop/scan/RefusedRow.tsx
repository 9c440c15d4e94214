import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { SizeGrid } from '../products/SizeGrid.tsx'
import { dismissScan } from './intake.ts'
import classes from './ScanList.module.css'
import type { RefusedScan } from './scans.ts'

/** A refused scan with its reason, or the matches to choose from. */
export function RefusedRow({ scan }: { scan: RefusedScan }) {
  const { code, count, product, item, products = [] } = scan
  const name = item?.itemDim1Code || item?.lotCode
  return (
    <li className={classes.refused} data-choice={scan.reason === 'choice' || undefined} data-testid="refused">
      <div className={classes.refusedHead}>
        {scan.reason !== 'choice' && <IconAlertTriangle size={22} aria-hidden className={classes.warning} />}
        <div className={classes.what}>
          <p className={classes.name}>
            <bdi>{code}</bdi>
            {count > 1 && <span className={`number ${classes.small}`}> ×{count}</span>}
          </p>
          {product && (
            <p className={classes.small}>
              {product.itemDescription} · {product.colorDescription} {name && <strong>{name}</strong>}
            </p>
          )}
          <p className={classes.reason}>{scan.message ?? t(`ordering.scan.why.${reasonKey(scan)}`)}</p>
        </div>
        <button
          type="button"
          className={classes.icon}
          aria-label={t('ordering.scan.dismiss', { code })}
          onClick={() => dismissScan(scan.id)}
        >
          <IconX size={18} aria-hidden />
        </button>
      </div>
      {products.map((one) => (
        <div key={`${one.itemCode} ${one.colorCode}`} className={classes.choice}>
          <p className={classes.name}>
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
