import { v7 as uuidv7 } from 'uuid'
import type { Product, ProductItem } from '#shared/catalogue/catalogue.ts'
import type { WhyNot } from '#shared/catalogue/listing.ts'

export type WaitingScan = {
  id: string
  readings: string[]
  /** The cart it was scanned for; others do not get it. */
  guidKey: string
  at: number
  /** When a tab claimed the lookup; other tabs wait until it expires. 0: unclaimed. */
  claimedAt: number
}

/** A variant added by this session, and how many. */
export type AddedScan = { id: string; product: Product; item: ProductItem; added: number; at: number }

/** noMore: the cart has all the stock. choice: several matches. */
type ScanProblem = WhyNot | 'noMore' | 'choice' | 'locked' | 'failed'

/** Shown until dismissed; repeats increase `count`. */
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

/** Belongs to one user and one cart. */
export type Scans = {
  userId: string
  guidKey: string
  waiting: WaitingScan[]
  added: AddedScan[]
  refused: RefusedScan[]
  /** For the screen flash. */
  last: { isGood: boolean; at: number } | null
  /** The note on prices without a customer was dismissed. */
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

/** A tab's claim expires after this. */
const claimMs = 30_000

export function withWaiting(scans: Scans, readings: string[], guidKey: string, now: number): Scans {
  const scan = { id: uuidv7(), readings, guidKey, at: now, claimedAt: 0 }
  return { ...scans, waiting: [...scans.waiting, scan] }
}

/** Scans to look up now, oldest first. */
export function claimable({ waiting }: Scans, guidKey: string, now: number): WaitingScan[] {
  return waiting.filter((scan) => scan.guidKey === guidKey && now - scan.claimedAt > claimMs)
}

export function withClaim(scans: Scans, id: string, claimedAt: number): Scans {
  return { ...scans, waiting: scans.waiting.map((scan) => (scan.id === id ? { ...scan, claimedAt } : scan)) }
}

export function withoutWaiting(scans: Scans, id: string): Scans {
  return { ...scans, waiting: scans.waiting.filter((scan) => scan.id !== id) }
}

/** Moves to the top. */
export function withAdded(scans: Scans, product: Product, item: ProductItem, now: number): Scans {
  const known = scans.added.find((scan) => scan.id === item.productId)
  const added = (known?.added ?? 0) + 1
  const rest = scans.added.filter((scan) => scan !== known)
  return {
    ...scans,
    // Other sizes would only fill the storage.
    added: [{ id: item.productId, product: { ...product, items: [item] }, item, added, at: now }, ...rest],
    last: { isGood: true, at: now },
  }
}

/** Manual changes count too, but not below zero. */
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

export function withoutScan(scans: Scans, id: string): Scans {
  return {
    ...scans,
    added: scans.added.filter((scan) => scan.id !== id),
    refused: scans.refused.filter((scan) => scan.id !== id),
  }
}

/** Another user gets an empty session; another cart keeps only waiting scans. */
export function sessionOf(scans: Scans, userId: string, guidKey: string): Scans {
  if (scans.userId !== userId) return { ...noScans, userId, guidKey }
  if (scans.guidKey !== guidKey) return { ...scans, guidKey, added: [], refused: [], last: null }
  return scans
}
