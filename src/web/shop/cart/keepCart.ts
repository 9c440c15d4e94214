import { cartOwnerKey, cartStorageKey } from '#web/cartStorage.ts'
import { t } from '#web/i18n.ts'
import { keepOrThrow } from '#web/keepIfRoom.ts'
import { notifyFailure } from '#web/notify.ts'
import { type Cart, type CartLine, emptyCart, withMore } from './cart.ts'
import type { Carts } from './carts.ts'

/** An order left open for editing is locked again after this long, in milliseconds. */
const editingPatience = 30 * 60_000

/** The stored text as this tab has written or read it last: as long as it stands there nobody else has changed it. */
let known: string | null = null
/** False once the browser has refused to store anything: the cart then lives in this tab alone. */
let isKept = true

/** This tab, as what it stores calls it. */
const me = Math.random().toString(36).slice(2, 10)
/** Of each tab, how many of its changes are in the cart that was read or written last. Those heard of last come last. */
let counts: Record<string, number> = {}
/** Tabs that are remembered: more than anybody changes a cart in within a few seconds. */
const mostTabs = 20

/** The carts as another tab has stored them. `mine`: how many of this tab's changes are in them, as far as that tab said so. */
export type Theirs = { carts: Carts; mine: number }

/**
 * The carts that another tab has stored since this one looked; undefined where they are still the same. That tab may not
 * have seen what this one had stored a moment before: browsers tell tabs of it later.
 */
export function readChanged(): Theirs | undefined {
  if (!isKept) return undefined
  const text = stored()
  if (text === known) return undefined
  known = text
  const { carts, counted } = parsed(text)
  counts = counted ?? {}
  return { carts, mine: counted ? (counted[me] ?? 0) : Number.POSITIVE_INFINITY }
}

/** Whether there is no cart in the store yet, as far as this tab knows. */
export const isNew = (): boolean => known === null

/** The carts this tab begins with. An order that was left open for editing too long ago is locked. */
export function readFirst(): Carts {
  const { open, others } = readChanged()?.carts ?? { open: emptyCart(), others: [] }
  const isLeft = open.editing !== null && Date.now() - open.changedAt > editingPatience
  return { open: isLeft ? { ...open, editable: false } : open, others }
}

/**
 * Stores the carts, with so many changes of this tab in them. Where the browser refuses (full, forbidden) it goes on in memory,
 * and a message says so once.
 */
export function keep(carts: Carts, mine: number): void {
  const others = Object.entries(counts).filter(([tab]) => tab !== me)
  counts = Object.fromEntries([...others.slice(1 - mostTabs), [me, mine]])
  const text = written(carts)
  try {
    keepOrThrow(localStorage, cartStorageKey, text)
    known = text
    if ('isStandIn' in localStorage) throw new Error('Nothing is kept')
    isKept = true
  } catch {
    if (isKept) notifyFailure(t('cart.notKept'))
    isKept = false
  }
}

const asideKey = (owner: string) => `${cartStorageKey}:${owner}` as const

/**
 * Gives the stored carts to whoever has signed in, or acts in another role now. Those of somebody who has left without
 * signing out (their session has ended) are put aside until they are back; what nobody has signed in for goes along.
 */
export function handOver(owner: string): void {
  try {
    const before = localStorage.getItem(cartOwnerKey)
    if (before === owner) return
    keepOrThrow(localStorage, cartOwnerKey, owner)
    const here = localStorage.getItem(cartStorageKey)
    const mine = localStorage.getItem(asideKey(owner))
    if (!before && !mine) return
    // Taken away first: two of them may be more than the browser stores.
    for (const key of [cartStorageKey, asideKey(owner)]) localStorage.removeItem(key)
    if (mine) keepOrThrow(localStorage, cartStorageKey, before ? mine : withVisitors(mine, here))
    if (before && here) keepOrThrow(localStorage, asideKey(before), here)
  } catch {
    // Full: what is somebody else's is not shown all the same.
  }
}

/** The stored carts of somebody who is back, with what was put into the cart before they had signed in. */
function withVisitors(mine: string, visitors: string | null): string {
  const { lines } = parsed(visitors).carts.open
  if (lines.length === 0) return mine
  const { open, others } = parsed(mine).carts
  return written({ open: { ...open, lines: withMore(open.lines, lines) }, others })
}

function stored(): string | null {
  try {
    return localStorage.getItem(cartStorageKey)
  } catch {
    return null
  }
}

type Stored = { state?: Partial<Cart>; others?: Partial<Cart>[]; counts?: Record<string, number> }

function parsed(text: string | null): { carts: Carts; counted?: Record<string, number> | undefined } {
  try {
    const { state, others, counts: counted } = JSON.parse(text ?? '{}') as Stored
    const open = cartOf(state) ?? emptyCart()
    return { carts: { open, others: (others ?? []).flatMap((other) => cartOf(other) ?? []) }, counted }
  } catch {
    return { carts: { open: emptyCart(), others: [] } }
  }
}

/** Written by hand, or cut off, it is none: a cart without lines would break every page. */
function cartOf(state: Partial<Cart> | undefined): Cart | undefined {
  return Array.isArray(state?.lines) ? { ...emptyCart(), ...state } : undefined
}

/** A line's text is made once: in a cart of thousands one change writes one line. */
const lineTexts = new WeakMap<CartLine, string>()
/** So is that of a cart that waits, which hardly ever changes. */
const otherTexts = new WeakMap<Cart, string>()

function written({ open, others }: Carts): string {
  const waiting = others.map((other) => {
    const text = otherTexts.get(other) ?? textOf(other)
    otherTexts.set(other, text)
    return text
  })
  return `{"counts":${JSON.stringify(counts)},"others":[${waiting.join()}],"state":${textOf(open)}}`
}

function textOf({ lines, ...rest }: Cart): string {
  const texts = lines.map((line) => {
    const text = lineTexts.get(line) ?? JSON.stringify(line)
    lineTexts.set(line, text)
    return text
  })
  return `${JSON.stringify(rest).slice(0, -1)},"lines":[${texts.join()}]}`
}
