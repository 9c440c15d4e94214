import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { nameOfCustomer } from '../../recentCustomers.ts'
import { changeCarts, getCarts, openCustomer, syncCarts } from '../stored/cartStore.ts'
import { waitingFor } from '../stored/carts.ts'
import { withLinesMoved, withMoveUndone } from '../stored/movedLines.ts'
import { undoInCart } from '../stored/undoInCart.ts'
import { useLeft } from './leftCart.ts'

/** Remembers the previous cart, whose lines can be moved here. */
export function chooseCustomer(currAccCode: string, salesPersonCode: string | undefined): void {
  const before = syncCarts()
  const count = before.lines.length
  const waiting = waitingFor(getCarts(), currAccCode)
  useLeft.setState({ chosen: currAccCode })
  openCustomer(currAccCode, salesPersonCode)
  if (before.currAccCode !== '') useLeft.setState({ guidKey: before.guidKey })
  else if (waiting && count > 0) {
    const message = t('ordering.bar.wentAlong', { count, customer: nameOfCustomer(currAccCode) })
    // A draft keeps the merged lines: no undo.
    if (before.draftVersion > 0) notifyDone(message)
    else notifyDone(message, undoMove(before))
  }
}

export function moveLinesHere(guidKey: string): void {
  const from = getCarts().others.find((one) => one.guidKey === guidKey)
  if (!from) return
  changeCarts((carts) => withLinesMoved(carts, guidKey))
  const customer = nameOfCustomer(syncCarts().currAccCode)
  notifyDone(t('ordering.bar.wentAlong', { count: from.lines.length, customer }), undoMove(from))
}

const undoMove = (from: ReturnType<typeof syncCarts>) =>
  undoInCart(() => changeCarts((carts) => withMoveUndone(carts, from)))
