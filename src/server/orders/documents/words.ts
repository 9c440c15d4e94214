import { translate } from '#server/i18n.ts'
import { timeZone } from '#shared/clock.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { currencySign } from '#shared/money.ts'
import type { Language } from '#shared/tenancy.ts'
import type { OrderDocument } from './orderDocument.ts'

/** How a document says things in its reader's language. Digits are Latin in every one. */
export type Words = {
  language: Language
  isRtl: boolean
  say: (key: MessageKey, values?: Record<string, unknown>) => string
  /** An amount with its sign: ₺1.234,50. */
  money: (amount: number, currency: string) => string
  count: (count: number) => string
  dateTime: (instant: string) => string
  day: (instant: string) => string
}

export function wordsOf(language: Language): Words {
  const locale = `${language}-u-nu-latn`
  const twoDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const dayAlone = new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const dayTime = new Intl.DateTimeFormat(locale, {
    timeZone,
    // Said beside the time, for readers elsewhere.
    timeZoneName: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  return {
    language,
    isRtl: language === 'ar',
    say: (key, values) => translate(language, key, values),
    money: (amount, currency) => `${currencySign(currency)}${twoDecimals.format(amount)}`,
    count: (count) => whole.format(count),
    dateTime: (instant) => dayTime.format(new Date(instant)),
    day: (instant) => dayAlone.format(new Date(instant)),
  }
}

/** What stands above the lines: names and values; what the order does not have is left out. */
export function headOf(document: OrderDocument, { say, dateTime }: Words): [name: string, value: string][] {
  const transfer = document.isTransferred ? ` · ${say('order.transferred')}` : ''
  const all: [string, string][] = [
    [say('order.date'), dateTime(document.placedAt)],
    [say('order.customer'), `${document.accountCode} ${document.account}`],
    [say('order.guest'), guestOf(document)],
    [say('cart.subAccount'), document.branch],
    [say('order.salesPerson'), document.agent],
    [say('order.type'), say(`orderType.${document.orderType}`)],
    [say('order.state'), `${say(`order.state.${document.state}`)}${transfer}`],
    [say('document.note'), document.description],
  ]
  return all.filter(([, value]) => value !== '')
}

const guestOf = ({ guest }: OrderDocument) =>
  guest ? [guest.name, guest.phone, guest.email].filter(Boolean).join(' · ') : ''

/** What a document of an order is called: Sipariş 1042. */
export function titleOf({ number }: OrderDocument, { say }: Words): string {
  return `${say('order.title')} ${number}`
}

/** What a document of several orders is called: 12 sipariş. That of one is called as the order is. */
export function titleOfAll(orders: OrderDocument[], words: Words): string {
  const [first] = orders
  return first && orders.length === 1
    ? titleOf(first, words)
    : words.say('orders.total', { count: orders.length })
}
