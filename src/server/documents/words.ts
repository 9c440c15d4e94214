import { translate } from '#server/i18n.ts'
import { timeZone } from '#shared/clock.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { currencySign } from '#shared/money.ts'
import type { Language } from '#shared/tenancy.ts'
import { type Company, type OrderDocument, totalPieces } from './orderDocument.ts'

/** How a document says things in its reader's language. Digits are Latin in every one. */
export type Words = {
  language: Language
  isRtl: boolean
  say: (key: MessageKey, values?: Record<string, unknown>) => string
  /** An amount with its sign: ₺1.234,50. */
  money: (amount: number, currency: string) => string
  /** What a currency is called, with its code: Turkish Lira (TRY). */
  currency: (code: string) => string
  count: (count: number) => string
  dateTime: (instant: string) => string
  day: (instant: string) => string
  /** What the clock of documents is called at an instant: GMT+3. */
  zone: (instant: string) => string
}

export function wordsOf(language: Language): Words {
  const locale = `${language}-u-nu-latn`
  const twoDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const currencies = new Intl.DisplayNames(locale, { type: 'currency' })
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
    currency: (code) => `${currencies.of(code)} (${code})`,
    count: (count) => whole.format(count),
    dateTime: (instant) => dayTime.format(new Date(instant)),
    day: (instant) => dayAlone.format(new Date(instant)),
    zone: (instant) =>
      dayTime.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? '',
  }
}

/** A seller, customer or branch: what it is, its name, and what else is known of it, a line each. */
export type Party = { role: string; name: string; lines: string[] }

/** Seller and customer, and the branch where the order is for one. */
export function partiesOf(document: OrderDocument, words: Words): Party[] {
  const { seller, customer, branch, branchAddress } = document
  const { say } = words
  const named = (name: string, value: string) => value && `${name}: ${apart(value, words)}`
  const lines = ({ address, taxOffice, taxNumber, phone }: Company) =>
    [
      address,
      [named(say('panel.customer.taxOffice'), taxOffice), named(say('panel.customer.taxNumber'), taxNumber)]
        .filter(Boolean)
        .join(' · '),
      named(say('panel.person.phone'), phone),
    ].filter(Boolean)
  return [
    { role: say('document.seller'), name: seller.name, lines: lines(seller) },
    { role: say('order.customer'), name: customer.name, lines: lines(customer) },
    ...(branch
      ? [{ role: say('cart.subAccount'), name: branch, lines: [branchAddress].filter(Boolean) }]
      : []),
  ]
}

/** Keeps the parts of a phone number in their order where the text around it runs from right to left. */
const apart = (text: string, { isRtl }: Words) => (isRtl ? `\u2068${text}\u2069` : text)

/** The parties with all that is known of each in one line: names and values. */
export function partyFactsOf(document: OrderDocument, words: Words): [name: string, value: string][] {
  return partiesOf(document, words).map(({ role, name, lines }) => [
    role,
    [name, ...lines].map((part) => apart(part, words)).join(' · '),
  ])
}

/** The date and {@link factsOf}. */
export function headOf(document: OrderDocument, words: Words): [name: string, value: string][] {
  return [[words.say('order.date'), words.dateTime(document.placedAt)], ...factsOf(document, words)]
}

/** What else stands above the lines: names and values; what the order does not have is left out. */
export function factsOf(document: OrderDocument, words: Words): [name: string, value: string][] {
  const { say } = words
  const transfer = document.isTransferred ? ` · ${say('order.transferred')}` : ''
  const all: [string, string][] = [
    [say('order.guest'), guestOf(document, words)],
    [say('order.salesPerson'), document.agent],
    [say('order.type'), say(`orderType.${document.orderType}`)],
    [say('order.state'), `${say(`order.state.${document.state}`)}${transfer}`],
    [say('document.note'), document.description],
  ]
  return all.filter(([, value]) => value !== '')
}

/** What stands below the lines: quantities, and what each currency comes to. */
export function sumsOf(document: OrderDocument, words: Words): Sum[] {
  const { say, money, count } = words
  return [
    { name: say('document.totalQty'), value: count(document.qty), isTotal: false },
    { name: say('document.totalPieces'), value: count(totalPieces(document)), isTotal: false },
    ...document.totals.map(({ currency, amount }) => ({
      name: totalNameOf(currency, words),
      value: money(amount, currency),
      isTotal: true,
    })),
  ]
}
type Sum = { name: string; value: string; isTotal: boolean }

/** Prices are kept without taxes, and a sign alone does not tell every currency from others. */
export function totalNameOf(currency: string, { say, currency: nameOf }: Words): string {
  return `${say('document.totalNet')} · ${nameOf(currency)}`
}

const guestOf = ({ guest }: OrderDocument, words: Words) =>
  [guest?.name, guest?.phone, guest?.email].flatMap((part) => (part ? apart(part, words) : [])).join(' · ')

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
