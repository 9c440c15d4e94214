import { CallFailed } from '#web/api.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { availableQty } from '../cart/cart.ts'
import { addToCart, setCartQty, syncCarts, useCart } from '../cart/cartStore.ts'
import { type Buying, type Found, lookUp } from './lookUp.ts'
import { readingsOf, readingsOfKeys } from './scanCode.ts'
import { changeScans, useScans } from './scanStore.ts'
import {
  type AddedScan,
  claimable,
  type RefusedScan,
  type WaitingScan,
  withAdded,
  withChanged,
  withClaim,
  withoutScan,
  withoutWaiting,
  withRefused,
  withWaiting,
} from './scans.ts'
import type { ScannedKey } from './wedge.ts'

/** How many are asked for at once, and after how many milliseconds without connection it is tried again. */
const atOnce = 6
const retryAfter = 5000
const goodBuzz = 40
const badBuzz = [90, 60, 90, 60, 90]

let asking = 0
let retry = 0

/** A scan by a scanner that types. */
export const takeKeys = (keys: ScannedKey[]) => take(readingsOfKeys(keys))
/** A code from the camera, a photo, or typed in the field. */
export const takeCode = (code: string) => take(readingsOf(code))

function take(readings: string[]): void {
  if (readings.length === 0) return
  changeScans((scans) => withWaiting(scans, readings, useCart.getState().guidKey, Date.now()))
  resolveWaiting()
}

/** Asks for all that waits for the cart that is open; what has no connection goes on waiting. */
export function resolveWaiting(): void {
  clearTimeout(retry)
  changeScans((scans) => scans)
  const now = Date.now()
  for (const scan of claimable(useScans.getState(), useCart.getState().guidKey, now)) {
    if (asking >= atOnce) return
    changeScans((scans) => withClaim(scans, scan.id, now))
    void resolve(scan)
  }
}

async function resolve(scan: WaitingScan): Promise<void> {
  asking += 1
  try {
    settle(scan, await lookUp(scan.readings, buying()))
  } catch (error) {
    if (isLostConnection(error)) {
      changeScans((scans) => withClaim(scans, scan.id, 0))
      clearTimeout(retry)
      retry = window.setTimeout(resolveWaiting, retryAfter)
      return
    }
    const message = error instanceof Error ? error.message : String(error)
    refuse(scan, { reason: 'failed', message })
  } finally {
    asking -= 1
  }
  resolveWaiting()
}

window.addEventListener('online', resolveWaiting)
useCart.subscribe((cart, before) => {
  // Scans may have been waiting for this very cart to be opened again.
  if (cart.guidKey !== before.guidKey) resolveWaiting()
})

const isLostConnection = (error: unknown) =>
  error instanceof CallFailed && (error.status === 0 || error.status === 429 || error.status >= 500)

function buying(): Buying {
  const { currAccCode, orderType } = useCart.getState()
  const { user } = useSession.getState()
  // A customer's own account is the server's affair.
  return { orderType, currAccCode: user && !isCustomer(user) && currAccCode ? currAccCode : undefined }
}

function settle(scan: WaitingScan, found: Found): void {
  // Another cart was opened while the answer was on its way.
  if (scan.guidKey !== useCart.getState().guidKey) {
    return changeScans((scans) => withClaim(scans, scan.id, 0))
  }
  if (found.kind === 'choice') return refuse(scan, { reason: 'choice', products: found.products })
  if (found.kind === 'refused') {
    const { kind: _, ...problem } = found
    return refuse(scan, problem)
  }
  const { product, item } = found
  const cart = useCart.getState()
  const inCart = cart.lines.find((line) => line.productId === item.productId)?.qty ?? 0
  if (inCart >= availableQty(cart, item.productId, item.inventory))
    return refuse(scan, { reason: 'noMore', product, item })
  if (!addToCart(product, item)) return refuse(scan, { reason: 'locked', product, item })
  // Stored there before it is no longer among those that wait.
  syncCarts()
  changeScans((scans) => withAdded(withoutWaiting(scans, scan.id), product, item, Date.now()))
  buzz(goodBuzz)
}

function refuse(scan: WaitingScan, problem: Omit<RefusedScan, 'id' | 'code' | 'count' | 'at'>): void {
  const code = scan.readings[0] ?? ''
  changeScans((scans) => withRefused(withoutWaiting(scans, scan.id), { ...problem, code }, Date.now()))
  buzz(badBuzz)
}

/** Felt where there is no looking: short for yes, three times for no. Browsers without it do nothing. */
function buzz(pattern: number | number[]): void {
  if ('vibrate' in navigator) navigator.vibrate(pattern)
}

/** Puts a scan that was meant for another cart into the one that is open. */
export function moveHere(id: string): void {
  const { guidKey } = useCart.getState()
  changeScans((scans) => ({
    ...scans,
    waiting: scans.waiting.map((scan) => (scan.id === id ? { ...scan, guidKey, claimedAt: 0 } : scan)),
  }))
  resolveWaiting()
}

/** Sets a scanned line's quantity in the cart. */
export function changeScanned(scan: AddedScan, inCart: number, qty: number): void {
  if (setCartQty(scan.id, qty)) changeScans((scans) => withChanged(scans, scan.id, qty - inCart))
}

/** Takes what this session has added of a line out of the cart again. */
export function undoScanned(scan: AddedScan, inCart: number): void {
  if (setCartQty(scan.id, Math.max(0, inCart - scan.added))) {
    changeScans((scans) => withoutScan(scans, scan.id))
  }
}

export const dismissScan = (id: string) => changeScans((scans) => withoutScan(withoutWaiting(scans, id), id))
/** Begins the list anew; the cart stays as it is, and so does what is still waiting. */
export const clearScans = () => changeScans((scans) => ({ ...scans, added: [], refused: [], last: null }))
