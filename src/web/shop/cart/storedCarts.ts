import { cartOwnerKey, cartStorageKey } from '#web/cartStorage.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { setItemOrThrow } from '#web/trySetItem.ts'
import { type Cart, type CartLine, emptyCart, mergeLines } from './cart.ts'
import type { Carts } from './carts.ts'

const editingLockMs = 30 * 60_000

let lastText: string | null = null
/** False once storage fails: carts live in this tab only. */
let isPersistent = true

/** This tab's id in the stored change counts. */
const tabId = Math.random().toString(36).slice(2, 10)
/** Changes of each tab in the stored carts; most recent tab last. */
let counts: Record<string, number> = {}
/** More than change a cart within seconds. */
const maxTabs = 20

/** `mine`: this tab's changes included, if the writer counted. */
export type ReadCarts = { carts: Carts; mine: number }

/** What another tab stored since. It may have missed our last write: browsers notify late. */
export function readIfChanged(): ReadCarts | undefined {
  if (!isPersistent) return undefined
  const text = readText()
  if (text === lastText) return undefined
  lastText = text
  const { carts, counted } = parseCarts(text)
  counts = counted ?? {}
  return { carts, mine: counted ? (counted[tabId] ?? 0) : Number.POSITIVE_INFINITY }
}

export const hasNoStoredCart = (): boolean => lastText === null

/** Locks an order left open for editing too long. */
export function readInitial(): Carts {
  const { open, others } = readIfChanged()?.carts ?? { open: emptyCart(), others: [] }
  const isStale = open.editing !== null && Date.now() - open.changedAt > editingLockMs
  return { open: isStale ? { ...open, editable: false } : open, others }
}

/** If storage fails, continues in memory with one message. */
export function storeCarts(carts: Carts, mine: number): void {
  const others = Object.entries(counts).filter(([tab]) => tab !== tabId)
  counts = Object.fromEntries([...others.slice(1 - maxTabs), [tabId, mine]])
  const text = serialize(carts)
  try {
    setItemOrThrow(localStorage, cartStorageKey, text)
    lastText = text
    if ('isStandIn' in localStorage) throw new Error('Nothing is kept')
    isPersistent = true
  } catch {
    if (isPersistent) notifyFailure(t('cart.notKept'))
    isPersistent = false
  }
}

const asideKey = (owner: string) => `${cartStorageKey}:${owner}` as const

/**
 * For a user who signs in or changes role. Sets aside carts of a user whose session expired; a guest's cart
 * goes along.
 */
export function switchOwner(owner: string): void {
  try {
    const before = localStorage.getItem(cartOwnerKey)
    if (before === owner) return
    setItemOrThrow(localStorage, cartOwnerKey, owner)
    const here = localStorage.getItem(cartStorageKey)
    const mine = localStorage.getItem(asideKey(owner))
    if (!before && !mine) return
    // Remove first: both may exceed the quota.
    for (const key of [cartStorageKey, asideKey(owner)]) localStorage.removeItem(key)
    if (mine) setItemOrThrow(localStorage, cartStorageKey, before ? mine : withGuestLines(mine, here))
    if (before && here) setItemOrThrow(localStorage, asideKey(before), here)
  } catch {
    // Full: still hide another user's carts.
  }
}

/** Adds lines a guest collected before signing in. */
function withGuestLines(mine: string, guestText: string | null): string {
  const { lines } = parseCarts(guestText).carts.open
  if (lines.length === 0) return mine
  const { open, others } = parseCarts(mine).carts
  return serialize({ open: { ...open, lines: mergeLines(open.lines, lines) }, others })
}

function readText(): string | null {
  try {
    return localStorage.getItem(cartStorageKey)
  } catch {
    return null
  }
}

type Stored = { state?: Partial<Cart>; others?: Partial<Cart>[]; counts?: Record<string, number> }

function parseCarts(text: string | null): { carts: Carts; counted?: Record<string, number> | undefined } {
  try {
    const { state, others, counts: counted } = JSON.parse(text ?? '{}') as Stored
    const open = validCart(state) ?? emptyCart()
    return { carts: { open, others: (others ?? []).flatMap((other) => validCart(other) ?? []) }, counted }
  } catch {
    return { carts: { open: emptyCart(), others: [] } }
  }
}

/** A corrupt cart without lines would break every page. */
function validCart(state: Partial<Cart> | undefined): Cart | undefined {
  return Array.isArray(state?.lines) ? { ...emptyCart(), ...state } : undefined
}

/** Cached: one change serializes one line. */
const lineTexts = new WeakMap<CartLine, string>()
const otherTexts = new WeakMap<Cart, string>()

function serialize({ open, others }: Carts): string {
  const waiting = others.map((other) => {
    const text = otherTexts.get(other) ?? serializeCart(other)
    otherTexts.set(other, text)
    return text
  })
  return `{"counts":${JSON.stringify(counts)},"others":[${waiting.join()}],"state":${serializeCart(open)}}`
}

function serializeCart({ lines, ...rest }: Cart): string {
  const texts = lines.map((line) => {
    const text = lineTexts.get(line) ?? JSON.stringify(line)
    lineTexts.set(line, text)
    return text
  })
  return `${JSON.stringify(rest).slice(0, -1)},"lines":[${texts.join()}]}`
}
