import { CallFailed } from '#web/api.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { availableQty } from '../cart/stored/cart.ts'
import { addToCart, setCartQty, syncCarts, useCart } from '../cart/stored/cartStore.ts'
import { type Buyer, type LookupResult, lookUp } from './lookUp.ts'
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

const maxParallelLookups = 6
const retryDelayMs = 5000
const goodVibrationMs = 40
const badVibrationMs = [90, 60, 90, 60, 90]

let pendingLookups = 0
let retryTimer = 0

/** From a keyboard scanner. */
export const takeKeys = (keys: ScannedKey[]) => addScan(readingsOfKeys(keys))
/** From camera, photo or text field. */
export const takeCode = (code: string) => addScan(readingsOf(code))

function addScan(readings: string[]): void {
  if (readings.length === 0) return
  changeScans((scans) => withWaiting(scans, readings, useCart.getState().guidKey, Date.now()))
  resolveWaiting()
}

/** Looks up scans waiting for the open cart; without a connection they keep waiting. */
export function resolveWaiting(): void {
  clearTimeout(retryTimer)
  changeScans((scans) => scans)
  const now = Date.now()
  for (const scan of claimable(useScans.getState(), useCart.getState().guidKey, now)) {
    if (pendingLookups >= maxParallelLookups) return
    changeScans((scans) => withClaim(scans, scan.id, now))
    void resolve(scan)
  }
}

async function resolve(scan: WaitingScan): Promise<void> {
  pendingLookups += 1
  try {
    applyResult(scan, await lookUp(scan.readings, currentBuyer()))
  } catch (error) {
    if (isTemporary(error)) {
      changeScans((scans) => withClaim(scans, scan.id, 0))
      clearTimeout(retryTimer)
      retryTimer = window.setTimeout(resolveWaiting, retryDelayMs)
      return
    }
    const message = error instanceof Error ? error.message : String(error)
    refuseScan(scan, { reason: 'failed', message })
  } finally {
    pendingLookups -= 1
  }
  resolveWaiting()
}

window.addEventListener('online', resolveWaiting)
useCart.subscribe((cart, before) => {
  // Scans may wait for this cart.
  if (cart.guidKey !== before.guidKey) resolveWaiting()
})

const isTemporary = (error: unknown) =>
  error instanceof CallFailed && (error.status === 0 || error.status === 429 || error.status >= 500)

function currentBuyer(): Buyer {
  const { currAccCode, orderType } = useCart.getState()
  const { user } = useSession.getState()
  // The server knows a customer's own account.
  return { orderType, currAccCode: user && !isCustomer(user) && currAccCode ? currAccCode : undefined }
}

function applyResult(scan: WaitingScan, found: LookupResult): void {
  // Another cart was opened meanwhile.
  if (scan.guidKey !== useCart.getState().guidKey) {
    return changeScans((scans) => withClaim(scans, scan.id, 0))
  }
  if (found.kind === 'choice') return refuseScan(scan, { reason: 'choice', products: found.products })
  if (found.kind === 'refused') {
    const { kind: _, ...problem } = found
    return refuseScan(scan, problem)
  }
  const { product, item } = found
  const cart = useCart.getState()
  const inCart = cart.lines.find((line) => line.productId === item.productId)?.qty ?? 0
  if (inCart >= availableQty(cart, item.productId, item.inventory))
    return refuseScan(scan, { reason: 'noMore', product, item })
  if (!addToCart(product, item)) return refuseScan(scan, { reason: 'locked', product, item })
  // Store the cart before removing the waiting scan.
  syncCarts()
  changeScans((scans) => withAdded(withoutWaiting(scans, scan.id), product, item, Date.now()))
  vibrate(goodVibrationMs)
}

function refuseScan(scan: WaitingScan, problem: Omit<RefusedScan, 'id' | 'code' | 'count' | 'at'>): void {
  const code = scan.readings[0] ?? ''
  changeScans((scans) => withRefused(withoutWaiting(scans, scan.id), { ...problem, code }, Date.now()))
  vibrate(badVibrationMs)
}

/** Short for success, three times for failure. */
function vibrate(pattern: number | number[]): void {
  if ('vibrate' in navigator) navigator.vibrate(pattern)
}

/** Moves another cart's scan to the open cart. */
export function moveScanHere(id: string): void {
  const { guidKey } = useCart.getState()
  changeScans((scans) => ({
    ...scans,
    waiting: scans.waiting.map((scan) => (scan.id === id ? { ...scan, guidKey, claimedAt: 0 } : scan)),
  }))
  resolveWaiting()
}

export function changeScanned(scan: AddedScan, inCart: number, qty: number): void {
  if (setCartQty(scan.id, qty)) changeScans((scans) => withChanged(scans, scan.id, qty - inCart))
}

/** Removes what this session added of a line. */
export function undoScanned(scan: AddedScan, inCart: number): void {
  if (setCartQty(scan.id, Math.max(0, inCart - scan.added))) {
    changeScans((scans) => withoutScan(scans, scan.id))
  }
}

export const dismissScan = (id: string) => changeScans((scans) => withoutScan(withoutWaiting(scans, id), id))
/** Clears the list; the cart and waiting scans stay. */
export const clearScans = () => changeScans((scans) => ({ ...scans, added: [], refused: [], last: null }))
