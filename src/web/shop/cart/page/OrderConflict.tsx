import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { mayAmend } from '#shared/orders/orderStates.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useAsyncAction } from '../../drafts/useAsyncAction.ts'
import { lineName } from '../offers/lineChanges.ts'
import { scrollIntoViewRef } from '../placing/scrollIntoViewRef.ts'
import { leaveClosedOrder } from '../saving/drafts.ts'
import type { Editing } from '../stored/cart.ts'
import { updateCart, useCart } from '../stored/cartStore.ts'
import { differencesSince, rebase } from '../stored/rebase.ts'
import classes from './OrderConflict.module.css'

type Props = {
  editing: Editing
  /** The current order, if already loaded. */
  order: OrderDetail | undefined
  load: () => Promise<OrderDetail>
  onSettled: () => void
}

/** Somebody else changed the order being edited. */
export function OrderConflict({ editing, order, load, onSettled }: Props) {
  const query = useQuery({
    queryKey: ['overtaken', editing.orderNumber, editing.version],
    queryFn: load,
    enabled: order === undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const now = order ?? query.data
  return (
    <div ref={scrollIntoViewRef}>
      {query.error && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {!now && !query.error && <Skeleton height={80} mt="sm" />}
      {now && mayAmend(now) && <Changed editing={editing} order={now} onSettled={onSettled} />}
      {now && !mayAmend(now) && <Closed order={now} onSettled={onSettled} />}
    </div>
  )
}

function Changed({
  editing,
  order,
  onSettled,
}: {
  editing: Editing
  order: OrderDetail
  onSettled: () => void
}) {
  const lines = useCart((cart) => cart.lines)
  const differences = differencesSince(editing, order, lines)
  const loadAgain = () => {
    updateCart((cart) => rebase(cart, order))
    notifyDone(t('ordering.order.loadedAgain', { number: order.orderNumber }))
    onSettled()
  }
  return (
    <Note
      style={{ marginBlockStart: 12 }}
      color="yellow"
      role="alert"
      title={t('ordering.order.overtaken', { number: order.orderNumber })}
    >
      {differences.length > 0 && (
        <ul className={classes.differences}>
          {differences.slice(0, 20).map(({ line, before, after }) => (
            <li key={line.productId}>
              {lineName(line)}{' '}
              <bdi className="number">
                {formatCount(before)} → {formatCount(after)}
              </bdi>
            </li>
          ))}
        </ul>
      )}
      {differences.length > 20 && <p>{t('ordering.order.more', { count: differences.length - 20 })}</p>}
      <p>{t('ordering.order.loadAgainText')}</p>
      <Button size="sm" onClick={loadAgain}>
        {t('ordering.order.loadAgain')}
      </Button>
    </Note>
  )
}

/** No longer amendable: added lines become a new cart. */
function Closed({ order, onSettled }: { order: OrderDetail; onSettled: () => void }) {
  const hasAside = useCart((cart) => Boolean(cart.editing?.aside?.lines.length))
  const { run, isRunning } = useAsyncAction()
  const keepNew = async () => {
    const { count, isKept } = await leaveClosedOrder(order)
    if (count > 0 || !hasAside) notifyDone(t('ordering.cart.keptNew', { count }))
    if (isKept) notifyDone(t('ordering.order.cartDraft'))
    onSettled()
  }
  return (
    <Note
      style={{ marginBlockStart: 12 }}
      color="yellow"
      role="alert"
      title={t(order.state === 'cancelled' ? 'ordering.order.isCancelled' : 'ordering.order.isTransferred')}
    >
      <Button size="sm" variant="default" loading={isRunning} onClick={() => run(keepNew)}>
        {t('ordering.cart.keepNew')}
      </Button>
    </Note>
  )
}
