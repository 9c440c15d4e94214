import { Questions } from '#server/tableFiles/questions.ts'
import { ImportProblem, Warnings } from '#server/tableFiles/report.ts'
import type { Row, Table } from '#server/tableFiles/rows.ts'
import { type Cell, cellText, eraseMark, isErrorCell } from '#server/tableFiles/values.ts'
import type { AttributeSetting } from '#shared/catalogue/attributes.ts'
import { variantField, variantFileFields } from '#shared/catalogue/catalogueFields.ts'
import {
  type Answers,
  plainTargets,
  sizeStock,
  type TextTarget,
  textTargetOf,
  translatedTargets,
} from '#shared/imports/importTerms.ts'
import { currencyIn } from '#shared/numbers/currencySigns.ts'
import type { Language } from '#shared/tenancy.ts'
import { onlySize, shorten, slug } from './codes.ts'
import { saysWithTax } from './headings.ts'

/** What decides how a tenant's files are read. */
export type Shop = {
  currencyCode: string
  /** Price group for files with a single price. */
  priceGroup: string
  /** Price groups with prices or customers, as spelled in the shop; {@link Shop.priceGroup} first. */
  priceGroups: string[]
  /** No price and no customer is in a group yet. */
  isNewShop?: boolean
  attributes: Pick<AttributeSetting, 'name' | 'names'>[]
  /** Language of columns without one. */
  mainLanguage: Language
}

export type PlainColumn = (typeof plainTargets)[number]

export type Columns = {
  width: number
  /** Columns of sizes, with their stock. Their size and stock stand in the last two columns of each row made of them. */
  sizes: { name: string; at: number }[]
  identity: 'codes' | 'barcode'
  /** The size of rows in a file without sizes. */
  oneSize?: string
  at: ReadonlyMap<PlainColumn, number>
  attributes: { name: string; at: number }[]
  /** Texts in other languages than the main one. */
  texts: (TextTarget & { name: string; at: number })[]
  /** Default for prices without a currency column; absent: they keep theirs. */
  currency?: string
  /** For prices with an empty cell in their currency column. */
  shopCurrency: string
  prices: {
    name: string
    group: string
    at: number
    currency: { name: string; at: number } | undefined
    /** As its heading says. */
    headingCurrency?: string | undefined
    /** Taken off, if prices contain tax. */
    taxPercent?: number
  }[]
}

/** `headings`: the file's own names. */
type Reading = { warnings: Warnings; questions: Questions; headings?: readonly string[] }

const ignoredWithBarcode = [
  'itemCode',
  'colorCode',
  'itemDim1Code',
  'lotCode',
  ...variantFileFields.filter((name) => variantField(name).isOfLot),
  'photos',
] as const

/**
 * Finds known columns in a header, in any order and case. Price groups take the shop's spelling. Unknown columns are
 * skipped with a warning. `headings`: the file's own names.
 * @throws ImportProblem if no column is known, or none identifies variants.
 */
export function readColumns(
  header: string[],
  shop: Shop,
  { warnings, questions, headings = header }: Reading,
): Columns {
  const at = new Map<PlainColumn, number>()
  const attributes = new Map<string, number>()
  const texts = new Map<string, Columns['texts'][number]>()
  const prices = new Map<string, { name: string; at: number }>()
  const currencies = new Map<string, { name: string; at: number }>()
  const known = new Map(plainTargets.map((name) => [name.toLowerCase(), name]))
  const once = <Key>(map: Map<Key, unknown>, key: Key, name: string) => {
    if (map.has(key)) warnings.add('repeatedColumn', name)
    return !map.has(key)
  }

  for (const [index, raw] of header.entries()) {
    const given = raw.replace(/^\ufeff/, '').trim()
    const text = textTargetOf(given)
    const isTranslation = text && text.language !== shop.mainLanguage
    const name = text && !isTranslation ? text.of : given
    const plain = known.get(name.toLowerCase())
    const attribute = /^attribute0?([1-9]|10)$/i.exec(name)?.[1]
    const [, kind, group = ''] = /^(price|currency)\s*(\P{Cc}{1,20})$/iu.exec(name) ?? []
    if (isTranslation) {
      const key = `${text.of}.${text.language}`
      if (once(texts, key, name)) texts.set(key, { ...text, name: key, at: index })
    } else if (plain) {
      if (once(at, plain, name)) at.set(plain, index)
    } else if (attribute) {
      const key = `attribute${attribute.padStart(2, '0')}`
      if (once(attributes, key, name)) attributes.set(key, index)
    } else if (kind) {
      const map = kind.toLowerCase() === 'price' ? prices : currencies
      const key = asSpelledInShop(group, shop.priceGroups)
      if (once(map, key, name)) map.set(key, { name, at: index })
    } else if (name !== '') warnings.add('unknownColumn', name)
  }

  if (at.size + attributes.size + texts.size + prices.size === 0)
    throw new ImportProblem('noKnownColumn', shortList(headings))
  for (const [group, { name }] of currencies) if (!prices.has(group)) warnings.add('ignoredColumn', name)
  for (const [group, { name }] of prices)
    if (
      !shop.isNewShop &&
      !shop.priceGroups.includes(group) &&
      questions.ask('newPriceGroup', name, group) === 'leaveOut'
    )
      prices.delete(group)
  return {
    width: header.length,
    sizes: [],
    shopCurrency: shop.currencyCode,
    ...identityOf(at, { headings, warnings, questions }),
    at,
    attributes: [...attributes].map(([name, index]) => ({ name, at: index })),
    texts: [...texts.values()],
    prices: [...prices].flatMap(([group, price]) => {
      const heading = headings[price.at] ?? ''
      const answer = saysWithTax(heading) ? questions.ask('withTax', price.name, heading) : undefined
      if (answer === 'leaveOut') return []
      const taxPercent = Number(/^divide:(.+)$/.exec(answer ?? '')?.[1] ?? 0)
      const own = { ...price, group, currency: currencies.get(group), headingCurrency: currencyIn(heading) }
      return [taxPercent > 0 ? { ...own, taxPercent } : own]
    }),
  }
}

function identityOf(
  at: Map<PlainColumn, number>,
  { headings, warnings, questions }: Required<Reading>,
): Pick<Columns, 'identity' | 'oneSize'> {
  const isByItem = at.has('itemCode')
  if (isByItem && (at.has('itemDim1Code') || at.has('lotCode'))) return { identity: 'codes' }
  if (isByItem && at.has('itemDescription')) {
    const answer = questions.ask('noSizes', 'itemCode', shortList(headings))
    if (answer === 'one' || (answer === undefined && !at.has('barcode')))
      return { identity: 'codes', oneSize: onlySize }
  }
  if (!at.has('barcode')) throw new ImportProblem('missingColumns', shortList(headings))
  for (const name of ignoredWithBarcode) {
    if (at.delete(name)) warnings.add('ignoredColumn', name)
  }
  return { identity: 'barcode' }
}

function asSpelledInShop(group: string, known: string[]): string {
  return known.find((one) => one.toLowerCase() === group.toLowerCase()) ?? group
}

function shortList(headings: readonly string[]): string {
  const names = headings.filter((name) => name.trim() !== '')
  const list = names.slice(0, 8).join(', ').slice(0, 200)
  return names.length > 8 ? `${list} …` : list || 'no names'
}

/**
 * How a file's columns are read. `priceGroup` applies to prices without a group, `currencyCode` to prices without a
 * currency column ('': they keep theirs), `language` to texts without one (absent or '': the main language).
 */
export type Mapping = {
  targets: string[]
  /** The file's own. */
  headings?: string[]
  /** What was answered about its values. */
  answers?: Answers
  sheet?: number | undefined
  headRow: number
  priceGroup: string
  currencyCode: string
  language?: Language | ''
}

/**
 * The columns after mapping.
 * @throws ImportProblem if they do not identify variants.
 */
export function columnsOf(
  mapping: Mapping,
  shop: Shop,
  { warnings = new Warnings(), questions = new Questions(mapping.answers) }: Partial<Reading> = {},
): Columns {
  const header = mappedHeader(mapping)
  const { headings = header } = mapping
  const { language } = mapping
  const isMain = !language || language === shop.mainLanguage
  const inLanguage = isMain ? header : header.map((name) => withLanguage(name, language, header))
  const columns = readColumns(inLanguage, shop, { warnings, questions, headings })
  const { currencyCode } = mapping
  const sizes = mapping.targets.flatMap((target, at) =>
    target === sizeStock ? [{ at, name: headings[at] ?? '' }] : [],
  )
  if (!currencyCode) return { ...columns, sizes }
  const prices = columns.prices.map((price) => {
    const { name, headingCurrency = currencyCode } = price
    const isOther = headingCurrency !== currencyCode
    const isChosen = isOther && questions.ask('headingCurrency', name, headings[price.at] ?? '') === 'choice'
    return isChosen ? { ...price, headingCurrency: currencyCode } : price
  })
  return { ...columns, sizes, prices, currency: currencyCode }
}

/** The column of the same text in a language. Sizes are codes, whatever the language of the file. */
function withLanguage(name: string, language: Language, header: readonly string[]): string {
  const isText = name !== 'itemDim1Code' && (name in translatedTargets || name.startsWith('attribute'))
  const translation = `${name}.${language}`
  return isText && !name.includes('.') && !header.includes(translation) ? translation : name
}

/** One column of colour names becomes a code and a name; columns of sizes become rows with a size and its stock. */
function mappedHeader({ targets, priceGroup }: Mapping): string[] {
  const header = targets.map((target) => {
    if (target === 'color') return 'colorCode'
    if (target === sizeStock) return ''
    return target === 'price' || target === 'currency' ? `${target}${priceGroup}` : target
  })
  return [
    ...header,
    ...(targets.includes('color') ? ['colorDescription'] : []),
    ...(targets.includes(sizeStock) ? ['itemDim1Code', 'inventory'] : []),
  ]
}

export function mapTable(table: Table, mapping: Mapping): Table {
  const { targets } = mapping
  const color = targets.indexOf('color')
  async function* rows(): AsyncGenerator<Row> {
    for await (const { line, cells } of table.rows) {
      const all = table.isRagged ? padded(cells, targets.length) : cells
      yield { line, cells: color < 0 ? all : withColor(all, color, targets.length) }
    }
  }
  return { header: mappedHeader(mapping), rows: rows(), progress: table.progress }
}

function padded(cells: Cell[], width: number): Cell[] {
  return cells.length >= width ? cells : [...cells, ...Array.from({ length: width - cells.length }, () => '')]
}

/** Short rows stay unchanged, so they are reported. */
function withColor(cells: Cell[], at: number, width: number): Cell[] {
  if (cells.length < width) return cells
  if (isErrorCell(cells[at])) return [...cells.slice(0, width), '', ...cells.slice(width)]
  const name = cellText(cells[at])
  const code = name === '' || name === eraseMark ? '' : shorten(slug(name), 10)
  return [...cells.slice(0, width).with(at, code), name, ...cells.slice(width)]
}
