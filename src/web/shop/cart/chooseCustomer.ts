import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { nameOfCustomer } from '../recentCustomers.ts'
import { cartsNow, catchUp, changeCarts, openCustomer } from './cartStore.ts'
import { waitingFor, withPutBack, withTakenAlong } from './carts.ts'
import { useLeft } from './leftCart.ts'
import { undoHere } from './undoInCart.ts'

/** Remembers the previous cart, whose lines can be moved here. */
export function chooseCustomer(currAccCode: string, salesPersonCode: string | undefined): void {
  const before = catchUp()
  const count = before.lines.length
  const waiting = waitingFor(cartsNow(), currAccCode)
  useLeft.setState({ chosen: currAccCode })
  openCustomer(currAccCode, salesPersonCode)
  if (before.currAccCode !== '') useLeft.setState({ guidKey: before.guidKey })
  else if (waiting && count > 0) {
    const message = t('ordering.bar.wentAlong', { count, customer: nameOfCustomer(currAccCode) })
    // A draft keeps the merged lines: no undo.
    if (before.draftVersion > 0) notifyDone(message)
    else notifyDone(message, putBack(before))
  }
}

export function takeAlong(guidKey: string): void {
  const from = cartsNow().others.find((one) => one.guidKey === guidKey)
  if (!from) return
  changeCarts((carts) => withTakenAlong(carts, guidKey))
  const customer = nameOfCustomer(catchUp().currAccCode)
  notifyDone(t('ordering.bar.wentAlong', { count: from.lines.length, customer }), putBack(from))
}

const putBack = (from: ReturnType<typeof catchUp>) =>
  undoHere(() => changeCarts((carts) => withPutBack(carts, from)))
