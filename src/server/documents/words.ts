import { clockOf } from '#server/exports/columns.ts'
import { translate } from '#server/i18n.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { currencySign, fromMinor } from '#shared/numbers/money.ts'
import { stepText } from '#shared/pricing/priceWords.ts'
import type { Language } from '#shared/tenancy.ts'
import { type Company, type DocumentLine, type OrderDocument, taxesOf, totalPieces } from './orderDocument.ts'

/** Texts and formats in the reader's language, always with Latin digits; times in the tenant's time zone. */
export type Words = {
  language: Language
  isRtl: boolean
  say: (key: MessageKey, values?: Record<string, unknown>) => string
  /** ₺1.234,50 */
  money: (amount: number, currency: string) => string
  /** As {@link money}, with up to four decimals where the price has them: ₺0,266 */
  unitPrice: (price: number, currency: string) => string
  /** Turkish Lira (TRY) */
  currency: (code: string) => string
  count: (count: number) => string
  /** Up to two decimals. */
  number: (value: number) => string
  dateTime: (instant: string) => string
  day: (instant: string) => string
  /** An ISO day as 05.01.2026. */
  shortDay: (day: string) => string
  /** Local time in the tenant's time zone, as if it were UTC. */
  clock: (instant: string) => Date
  /** The tenant's time zone at that time: GMT+3 */
  zone: (instant: string) => string
}

export function wordsOf(language: Language, timeZone: string): Words {
  const locale = `${language}-u-nu-latn`
  const twoDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const upToFourDecimals = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  })
  const currencies = new Intl.DisplayNames(locale, { type: 'currency' })
  const upToTwo = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const dayAlone = new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const numericDay = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
  const dayTime = new Intl.DateTimeFormat(locale, {
    timeZone,
    // For readers in other time zones.
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
    unitPrice: (price, currency) => `${currencySign(currency)}${upToFourDecimals.format(price)}`,
    currency: (code) => `${currencies.of(code)} (${code})`,
    count: (count) => whole.format(count),
    number: (value) => upToTwo.format(value),
    dateTime: (instant) => dayTime.format(new Date(instant)),
    day: (instant) => dayAlone.format(new Date(instant)),
    shortDay: (day) => numericDay.format(new Date(`${day}T00:00:00Z`)),
    clock: clockOf(timeZone),
    zone: (instant) =>
      dayTime.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? '',
  }
}

export type Party = { role: string; name: string; lines: string[] }

/** Seller, customer, and branch if there is one. */
export function partiesOf(document: OrderDocument, words: Words): Party[] {
  const { seller, customer, branch, branchAddress } = document
  const { say } = words
  const named = (name: string, value: string) => value && `${name}: ${isolated(value, words)}`
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

/** Keeps phone numbers in order within right-to-left text. */
export const isolated = (text: string, { isRtl }: Words) => (isRtl ? `\u2068${text}\u2069` : text)

export function partyFactsOf(document: OrderDocument, words: Words): [name: string, value: string][] {
  return partiesOf(document, words).map(({ role, name, lines }) => [
    role,
    [name, ...lines].map((part) => isolated(part, words)).join(' · '),
  ])
}

export function headOf(document: OrderDocument, words: Words): [name: string, value: string][] {
  return [[words.say('order.date'), words.dateTime(document.placedAt)], ...factsOf(document, words)]
}

/** Further facts above the lines; empty ones are left out. */
export function factsOf(document: OrderDocument, words: Words): [name: string, value: string][] {
  const { say } = words
  const { taxTreatment: treatment } = document
  const transfer = document.isTransferred ? ` · ${say('order.transferred')}` : ''
  const all: [string, string][] = [
    [say('order.guest'), guestOf(document, words)],
    [say('order.customerOrderNumber'), document.customerOrderNumber],
    [say('order.salesPerson'), document.agent],
    [say('order.type'), say(`orderType.${document.orderType}`)],
    [say('order.state'), `${say(`order.state.${document.state}`)}${transfer}`],
    [say('document.note'), document.description],
    [say('document.prices'), say('tax.without')],
    [say('tax.vat'), treatment && treatment !== 'domestic' ? say(`tax.note.${treatment}`) : ''],
  ]
  return all.filter(([, value]) => value !== '')
}

/** The steps of a price after the list price; none if the price is the list price. */
export function stepsOf({ priceSteps = [], currency }: DocumentLine, words: Words): string[] {
  // Prices and what is taken off them are per piece.
  const voice = { ...words, money: words.unitPrice }
  return priceSteps.map((step) => stepText(step, currency, voice))
}

export function sumsOf(document: OrderDocument, words: Words): Sum[] {
  const { say, money, count } = words
  const amounts = amountsOf(document, words)
  return [
    { name: say('document.totalQty'), value: count(document.qty), isTotal: false },
    { name: say('document.totalPieces'), value: count(totalPieces(document)), isTotal: false },
    ...amounts.map(({ amount, currency, ...sum }) => ({ ...sum, value: money(amount, currency) })),
  ]
}
type Sum = { name: string; value: string; isTotal: boolean }

/** `isTotal`: the amount to be paid. */
export type NamedAmount = { name: string; amount: number; currency: string; isTotal: boolean }

/** Amounts by currency: without VAT and, where VAT is known, VAT by rate and the total with it. */
export function amountsOf(document: OrderDocument, words: Words): NamedAmount[] {
  const { say, money, number } = words
  const taxes = taxesOf(document)
  // A sign alone does not identify every currency.
  const named = (key: MessageKey, currency: string) => `${say(key)} · ${words.currency(currency)}`
  return document.totals.flatMap(({ currency, amount }) => {
    const tax = taxes.get(currency)
    const net = { name: named('document.totalNet', currency), amount, currency, isTotal: !tax }
    if (!tax) return [net]
    const rates = tax.byRate.map(({ percent, netMinor, taxMinor }) => ({
      name: say('tax.rate', {
        percent: number(percent),
        net: isolated(money(fromMinor(netMinor), currency), words),
      }),
      amount: fromMinor(taxMinor),
      currency,
      isTotal: false,
    }))
    const gross = fromMinor(tax.grossMinor)
    return [net, ...rates, { name: named('tax.gross', currency), amount: gross, currency, isTotal: true }]
  })
}

const guestOf = ({ guest }: OrderDocument, words: Words) =>
  [guest?.name, guest?.phone, guest?.email].flatMap((part) => (part ? isolated(part, words) : [])).join(' · ')

/** Sipariş 1042 */
export function titleOf({ number }: OrderDocument, { say }: Words): string {
  return `${say('order.title')} ${number}`
}

/** 12 sipariş; a single order keeps its own title. */
export function titleOfAll(orders: OrderDocument[], words: Words): string {
  const [first] = orders
  return first && orders.length === 1
    ? titleOf(first, words)
    : words.say('orders.total', { count: orders.length })
}
