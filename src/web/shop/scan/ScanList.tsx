import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCloudOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { variantLabel } from '#web/sizes.ts'
import { Money } from '#web/ui/Money.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { QuantityStepper } from '#web/ui/QuantityStepper.tsx'
import { availableQty } from '../cart/stored/cart.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import lines from '../lines/Lines.module.css'
import { LineName, lineLabel, ProblemHead, RemoveButton } from '../lines/Lines.tsx'
import { useOfferPrice } from '../pricing/pricing.ts'
import { SizeGrid } from '../products/SizeGrid.tsx'
import { changeScanned, clearScans, dismissScan, moveScanHere, undoScanned } from './intake.ts'
import classes from './ScanList.module.css'
import { useScans } from './scanStore.ts'
import type { AddedScan, RefusedScan, WaitingScan } from './scans.ts'

/** Results, newest first, below scans waiting for a connection. */
export function ScanList() {
  const { waiting, added, refused } = useScans()
  const rows = [
    ...added.map((scan) => ({ at: scan.at, row: <AddedRow key={scan.id} scan={scan} /> })),
    ...refused.map((scan) => ({ at: scan.at, row: <RefusedRow key={scan.id} scan={scan} /> })),
  ].toSorted((one, other) => other.at - one.at)
  if (rows.length === 0 && waiting.length === 0)
    return <p className={classes.empty}>{t('ordering.scan.empty')}</p>
  return (
    <section className={classes.section} aria-label={t('ordering.scan.list')}>
      {waiting.length > 0 && <Waiting waiting={waiting} />}
      <ul className={lines.rows} aria-live="polite" aria-relevant="additions">
        {rows.map(({ row }) => row)}
      </ul>
      {rows.length > 0 && (
        <Button variant="subtle" color="gray" c="var(--ink-soft)" size="sm" onClick={clearScans}>
          {t('ordering.scan.clear')}
        </Button>
      )}
    </section>
  )
}

function Waiting({ waiting }: { waiting: WaitingScan[] }) {
  const guidKey = useCart((cart) => cart.guidKey)
  return (
    <div className={classes.waiting}>
      <p className={classes.waitingTitle} role="status">
        <IconCloudOff size={18} aria-hidden /> {t('ordering.scan.waiting', { count: waiting.length })}
      </p>
      <ul className={lines.rows}>
        {waiting.map((scan) => (
          <li key={scan.id} className={classes.code}>
            <bdi>{scan.readings[0]}</bdi>
            {scan.guidKey !== guidKey && (
              <>
                <span className={lines.small}>{t('ordering.scan.otherCart')}</span>
                <Button size="compact-sm" variant="light" onClick={() => moveScanHere(scan.id)}>
                  {t('ordering.scan.addHere')}
                </Button>
              </>
            )}
            <RemoveButton
              label={t('ordering.scan.dismiss', { code: scan.readings[0] ?? '' })}
              onClick={() => dismissScan(scan.id)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function AddedRow({ scan }: { scan: AddedScan }) {
  const { product, item } = scan
  const qty = useCart((cart) => cart.lines.find((line) => line.productId === scan.id)?.qty ?? 0)
  const maxQty = useCart((cart) => availableQty(cart, scan.id, item.inventory))
  const isSeason = useCart((cart) => cart.orderType === 'Season')
  const price = useOfferPrice({ product, item })
  const label = lineLabel(product, item)
  return (
    <li className={classes.row} data-testid="scanned">
      <Link
        to="/shop/items/$itemCode"
        params={{ itemCode: product.itemCode }}
        className={classes.photo}
        aria-label={product.itemDescription}
      >
        <ProductPhoto of={product} />
      </Link>
      <LineName name={product.itemDescription} item={item}>
        <p className={lines.small}>
          {product.colorDescription} · <bdi>{product.itemCode}</bdi>
          {item.lotCode && <> · {t('product.pieces', { count: item.piecesPerLot })}</>}
        </p>
        <p className={lines.small}>
          {price !== undefined && item.currencyCode && (
            <strong>
              <Money amount={price} currency={item.currencyCode} />
            </strong>
          )}
          {!isSeason && <> · {t('product.stock', { count: formatCount(item.inventory) })}</>}
        </p>
      </LineName>
      <div className={classes.actions}>
        <QuantityStepper
          value={qty}
          max={maxQty}
          label={label}
          onChange={(next) => changeScanned(scan, qty, next)}
        />
        <span className={classes.takeBack}>
          <span className={`number ${classes.added}`}>+{formatCount(scan.added)}</span>
          <button
            type="button"
            className={classes.undo}
            aria-label={`${t('action.undo')}: ${label}`}
            onClick={() => undoScanned(scan, qty)}
          >
            <IconArrowBackUp size={18} aria-hidden className={classes.flips} />
            {t('action.undo')}
          </button>
        </span>
      </div>
    </li>
  )
}

/** A refused scan with its reason, or the matches to choose from. */
function RefusedRow({ scan }: { scan: RefusedScan }) {
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
            {product.itemDescription} · {product.colorDescription}{' '}
            {item && <strong>{variantLabel(item)}</strong>}
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
