import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { orderQuery } from '../../orders/orderQuery.ts'
import { lineName } from '../offers/lineChanges.ts'
import { withRestored } from '../offers/offers.ts'
import type { CartLine } from '../stored/cart.ts'
import { changeLines, useCart } from '../stored/cartStore.ts'
import classes from './RemovedLines.module.css'

/** Lines removed from an order being amended. */
export function RemovedLines() {
  const guidKey = useCart((cart) => cart.guidKey)
  const removedIds = useCart(({ editing, lines }) => {
    if (!editing) return ''
    const here = new Set(lines.map(({ productId }) => productId))
    return Object.keys(editing.placed)
      .filter((productId) => !here.has(productId))
      .join()
  })
  const order = useQuery({ ...orderQuery(guidKey), enabled: removedIds !== '' }).data
  const ids = new Set(removedIds.split(','))
  const removed = order?.lines.filter(({ productId }) => ids.has(productId)) ?? []
  if (removedIds === '' || removed.length === 0) return null
  return (
    <section className={classes.section} aria-label={t('ordering.order.takenOut', { count: removed.length })}>
      <h2 className={classes.title}>{t('ordering.order.takenOut', { count: removed.length })}</h2>
      <ul className={classes.rows}>
        {removed.map((line) => (
          <Row key={line.productId} line={line} all={order?.lines ?? []} />
        ))}
      </ul>
    </section>
  )
}

/** `all` (the order's lines) gives the restored position. */
function Row({ line, all }: { line: CartLine; all: CartLine[] }) {
  const editable = useCart((cart) => cart.editable)
  const before = useCart((cart) => cart.editing?.placed[line.productId])
  if (!before) return null
  const restore = () =>
    changeLines(({ lines }) => {
      const known = all.map((one) => (one.productId === line.productId ? { ...line, ...before } : one))
      return { lines: withRestored(lines, known, new Set([line.productId])) }
    })
  return (
    <li className={classes.row}>
      <span>
        <s>{lineName(line)}</s> <bdi className={classes.small}>{line.itemCode}</bdi>
      </span>
      <span className={classes.small}>{t('ordering.cart.lineWas', { count: formatCount(before.qty) })}</span>
      <Button size="compact-md" variant="default" disabled={!editable} onClick={restore}>
        {t('ordering.order.putBack')}
      </Button>
    </li>
  )
}
