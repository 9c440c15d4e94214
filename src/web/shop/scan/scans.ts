import { v7 as uuidv7 } from 'uuid'
import type { Product, ProductItem } from '#shared/catalogue.ts'
import type { WhyNot } from '#shared/listing.ts'

/** A scan that the server has not answered yet. */
export type WaitingScan = {
  id: string
  readings: string[]
  /** The cart it was scanned for: another one that is opened meanwhile does not get it. */
  guidKey: string
  at: number
  /** When a tab began to ask for it: until a while later no other tab does. 0: nobody has. */
  claimedAt: number
}

/** A size or lot that this session's scans have put into the cart, and how many of it. */
export type AddedScan = { id: string; product: Product; item: ProductItem; added: number; at: number }

/** Why a scan did not get into the cart. noMore: all that is left is in the cart. choice: the code names several. */
type ScanProblem = WhyNot | 'noMore' | 'choice' | 'locked' | 'failed'

/** A scan that could not be added, shown until it is dismissed; the same again counts up. */
export type RefusedScan = {
  id: string
  code: string
  reason: ScanProblem
  count: number
  at: number
  product?: Product
  item?: ProductItem
  products?: Product[]
  message?: string
}

/** What one scanning session has done. It belongs to one user and to one cart. */
export type Scans = {
  userId: string
  guidKey: string
  waiting: WaitingScan[]
  added: AddedScan[]
  refused: RefusedScan[]
  /** How the last scan ended, for the screen to flash. */
  last: { isGood: boolean; at: number } | null
  /** The user knows whose prices are shown while no customer is chosen. */
  isPriceNoteRead: boolean
}

export const noScans: Scans = {
  userId: '',
  guidKey: '',
  waiting: [],
  added: [],
  refused: [],
  last: null,
  isPriceNoteRead: false,
}

/** For how long a tab that asks for a scan is believed to be alive, in milliseconds. */
const claimLasts = 30_000

export function withWaiting(scans: Scans, readings: string[], guidKey: string, now: number): Scans {
  const scan = { id: uuidv7(), readings, guidKey, at: now, claimedAt: 0 }
  return { ...scans, waiting: [...scans.waiting, scan] }
}

/** Scans that may be asked for now, oldest first. */
export function claimable({ waiting }: Scans, guidKey: string, now: number): WaitingScan[] {
  return waiting.filter((scan) => scan.guidKey === guidKey && now - scan.claimedAt > claimLasts)
}

export function withClaim(scans: Scans, id: string, claimedAt: number): Scans {
  return { ...scans, waiting: scans.waiting.map((scan) => (scan.id === id ? { ...scan, claimedAt } : scan)) }
}

export function withoutWaiting(scans: Scans, id: string): Scans {
  return { ...scans, waiting: scans.waiting.filter((scan) => scan.id !== id) }
}

/** One more of a size or lot, at the top of the list. */
export function withAdded(scans: Scans, product: Product, item: ProductItem, now: number): Scans {
  const known = scans.added.find((scan) => scan.id === item.productId)
  const added = (known?.added ?? 0) + 1
  const rest = scans.added.filter((scan) => scan !== known)
  return {
    ...scans,
    // The rest of its sizes would only fill the store.
    added: [{ id: item.productId, product: { ...product, items: [item] }, item, added, at: now }, ...rest],
    last: { isGood: true, at: now },
  }
}

/** A line's quantity was changed by hand: that counts as of this session too, but never below nothing. */
export function withChanged(scans: Scans, id: string, by: number): Scans {
  const added = scans.added.map((scan) =>
    scan.id === id ? { ...scan, added: Math.max(0, scan.added + by) } : scan,
  )
  return { ...scans, added }
}

export function withRefused(
  scans: Scans,
  problem: Omit<RefusedScan, 'id' | 'count' | 'at'>,
  now: number,
): Scans {
  const known = scans.refused.find(({ code, reason }) => code === problem.code && reason === problem.reason)
  const refused = { ...problem, id: known?.id ?? uuidv7(), count: (known?.count ?? 0) + 1, at: now }
  return {
    ...scans,
    refused: [refused, ...scans.refused.filter((one) => one !== known)],
    last: { isGood: false, at: now },
  }
}

/** Without a line of the list, of whichever kind. */
export function withoutScan(scans: Scans, id: string): Scans {
  return {
    ...scans,
    added: scans.added.filter((scan) => scan.id !== id),
    refused: scans.refused.filter((scan) => scan.id !== id),
  }
}

/**
 * What is left of a session when somebody else is signed in, which is nothing, or when another cart is open: what
 * waits for the former one.
 */
export function sessionOf(scans: Scans, userId: string, guidKey: string): Scans {
  if (scans.userId !== userId) return { ...noScans, userId, guidKey }
  if (scans.guidKey !== guidKey) return { ...scans, guidKey, added: [], refused: [], last: null }
  return scans
}
