import { cartOwnerKey, cartStorageKey } from '#web/cartStorage.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { type Cart, type CartLine, emptyCart } from './cart.ts'

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

/** A cart that another tab has stored. `mine`: how many of this tab's changes are in it, as far as that tab said so. */
export type Theirs = { cart: Cart; mine: number }

/**
 * The cart that another tab has stored since this one looked; undefined where it is still the same. That tab may not have
 * seen what this one had stored a moment before: browsers tell tabs of it later.
 */
export function readChanged(): Theirs | undefined {
  if (!isKept) return undefined
  const text = stored()
  if (text === known) return undefined
  known = text
  const { cart, counted } = parsed(text)
  counts = counted ?? {}
  return { cart, mine: counted ? (counted[me] ?? 0) : Number.POSITIVE_INFINITY }
}

/** Whether there is no cart in the store yet, as far as this tab knows. */
export const isNew = (): boolean => known === null

/** The cart this tab begins with. An order that was left open for editing too long ago is locked. */
export function readFirst(): Cart {
  const cart = readChanged()?.cart ?? emptyCart()
  return cart.editing && Date.now() - cart.changedAt > editingPatience ? { ...cart, editable: false } : cart
}

/**
 * Stores the cart, with so many changes of this tab in it. Where the browser refuses (full, forbidden) it goes on in memory,
 * and a message says so once.
 */
export function keep(cart: Cart, mine: number): void {
  const others = Object.entries(counts).filter(([tab]) => tab !== me)
  counts = Object.fromEntries([...others.slice(1 - mostTabs), [me, mine]])
  const text = written(cart)
  try {
    localStorage.setItem(cartStorageKey, text)
    known = text
    if ('isStandIn' in localStorage) throw new Error('Nothing is kept')
    isKept = true
  } catch {
    if (isKept) notifyFailure(t('cart.notKept'))
    isKept = false
  }
}

const asideKey = (userId: string) => `${cartStorageKey}:${userId}`

/**
 * Gives the stored cart to whoever has signed in. That of somebody who has left without signing out (their session has
 * ended) is put aside until they are back; one that nobody has signed in for goes along.
 */
export function handOver(userId: string): void {
  try {
    const owner = localStorage.getItem(cartOwnerKey)
    if (owner === userId) return
    localStorage.setItem(cartOwnerKey, userId)
    if (!owner) return
    const theirs = localStorage.getItem(cartStorageKey)
    const mine = localStorage.getItem(asideKey(userId))
    // Taken away first: two of them may be more than the browser stores.
    for (const key of [cartStorageKey, asideKey(userId)]) localStorage.removeItem(key)
    if (mine) localStorage.setItem(cartStorageKey, mine)
    if (theirs) localStorage.setItem(asideKey(owner), theirs)
  } catch {
    // Full: what is somebody else's is not shown all the same.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(cartStorageKey)
  } catch {
    return null
  }
}

type Stored = { state?: Partial<Cart>; counts?: Record<string, number> }

function parsed(text: string | null): { cart: Cart; counted?: Record<string, number> | undefined } {
  try {
    const { state, counts: counted } = JSON.parse(text ?? '{}') as Stored
    // Written by hand, or cut off: a cart without lines would break every page.
    return { cart: Array.isArray(state?.lines) ? { ...emptyCart(), ...state } : emptyCart(), counted }
  } catch {
    return { cart: emptyCart() }
  }
}

/** A line's text is made once: in a cart of thousands one change writes one line. */
const lineTexts = new WeakMap<CartLine, string>()

function written({ lines, ...rest }: Cart): string {
  const texts = lines.map((line) => {
    const text = lineTexts.get(line) ?? JSON.stringify(line)
    lineTexts.set(line, text)
    return text
  })
  const state = `${JSON.stringify(rest).slice(0, -1)},"lines":[${texts.join()}]}`
  return `{"counts":${JSON.stringify(counts)},"state":${state}}`
}
