import { cartStorageKey } from '#web/cartStorage.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { type Cart, type CartLine, emptyCart } from './cart.ts'

/** How the stored cart is written; another one is brought up to date when it is read. */
const version = 2
/** An order left open for editing is locked again after this long, in milliseconds. */
const editingPatience = 30 * 60_000

/** The stored text as this tab has written or read it last: as long as it stands there nobody else has changed it. */
let known: string | null = null
/** False once the browser has refused to store anything: the cart then lives in this tab alone. */
let isKept = true

/** The cart that another tab has stored since this one looked; undefined where it is still the same. */
export function readChanged(): Cart | undefined {
  if (!isKept) return undefined
  const text = stored()
  if (text === known) return undefined
  known = text
  return parsed(text)
}

/** The cart this tab begins with. An order that was left open for editing too long ago is locked. */
export function readFirst(): Cart {
  const cart = readChanged() ?? emptyCart()
  return cart.editing && Date.now() - cart.changedAt > editingPatience ? { ...cart, editable: false } : cart
}

/** Stores the cart. Where the browser refuses (full, forbidden) it goes on in memory, and a message says so once. */
export function keep(cart: Cart): void {
  const text = written(cart)
  try {
    localStorage.setItem(cartStorageKey, text)
    known = text
    isKept = true
  } catch {
    if (isKept) notifyFailure(t('cart.notKept'))
    isKept = false
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(cartStorageKey)
  } catch {
    return null
  }
}

function parsed(text: string | null): Cart {
  try {
    const { state } = JSON.parse(text ?? '{}') as { state?: Partial<Cart> }
    return { ...emptyCart(), ...state }
  } catch {
    return emptyCart()
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
  return `{"state":${JSON.stringify(rest).slice(0, -1)},"lines":[${texts.join()}]},"version":${version}}`
}
