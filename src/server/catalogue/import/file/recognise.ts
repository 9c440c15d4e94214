import type { Warnings } from '#server/tableFiles/report.ts'
import { eraseMark } from '#server/tableFiles/values.ts'
import { variantField, variantFileFields } from '#shared/catalogue/catalogueFields.ts'
import type { ImportColumn } from '#shared/imports/imports.ts'
import { plainTargets, sizeStock, textTargetOf } from '#shared/imports/importTerms.ts'
import { sizeColumns } from '#shared/imports/sizes.ts'
import { languages } from '#shared/tenancy.ts'
import { languageNames } from '#shared/text/languageNames.ts'
import type { Shop } from './columns.ts'
import { foldHeading, type HeadingMeaning, meaningOf, saysWithTax } from './headings.ts'

type Found = Pick<ImportColumn, 'target' | 'foundBy'>

/**
 * Our own column name in a heading, such as `priceTF`. New price groups must follow without a space and start with a
 * capital or digit.
 */
export function ownTarget(heading: string, priceGroups: readonly string[]): string | undefined {
  const given = heading.replace(/^\ufeff/, '').trim()
  const name = given.toLowerCase()
  const plain = plainTargets.find((one) => one.toLowerCase() === name)
  if (plain) return plain
  const text = textTargetOf(given)
  if (text) return `${text.of}.${text.language}`
  const attribute = /^attribute0?([1-9]|10)$/.exec(name)?.[1]
  if (attribute) return `attribute${attribute.padStart(2, '0')}`
  const [, kind, group] = /^(price|currency)\s*(\P{Cc}{1,20})$/u.exec(name) ?? []
  const known = priceGroups.find((one) => one.toLowerCase() === group)
  if (kind && known) return `${kind}${known}`
  const [, newKind, newGroup = ''] =
    /^(price|currency)([\p{Lu}\p{N}][\p{Lu}\p{N}_-]{0,19})$/u.exec(given) ?? []
  return newKind && !isCurrency(newGroup) ? `${newKind}${newGroup}` : undefined
}

/** Not a price group. */
const isCurrency = (code: string) => /^(?:TL|TRY|USD|EUR|GBP|RUB|RON)$/.test(code)

/** Warns of each column that is not read. */
export function warnOfLeftOut(
  headings: readonly string[],
  targets: readonly string[],
  shop: Pick<Shop, 'priceGroups'>,
  warnings: Warnings,
): void {
  for (const [index, heading] of headings.entries()) {
    if (heading === '' || targets[index]) continue
    const meant = ownTarget(heading, shop.priceGroups) ?? meaningOf(heading, shop.priceGroups)?.target ?? ''
    if (meant !== '' && targets.includes(meant)) warnings.add('repeatedColumn', heading)
    else if (meant.startsWith('price') || isSomePrice(heading)) warnings.add('priceLeftOut', heading)
    else warnings.add('unknownColumn', heading)
  }
}

/** Whether it is some price, perhaps another than the dealers'. */
const isSomePrice = (heading: string) =>
  /(?:^| )(?:fiyat|fiyati|price|prices|preis|цена|prezzo|prix|pret|سعر)(?: |$)/.test(foldHeading(heading))

const isBarcode = (text: string) => /^(\d{8}|\d{12,14})$/.test(text.trim())

type Naming = Pick<Shop, 'priceGroups' | 'attributes'>

/** Tells what a heading by itself is; undefined if it is not known. */
function meaningReader({ priceGroups, attributes }: Naming): (heading: string) => HeadingMeaning | undefined {
  // The shop's attribute names win over generic words.
  const named = new Map(
    attributes.flatMap(({ name, names }) =>
      Object.values(names)
        .filter(Boolean)
        .flatMap((label) => [
          [foldHeading(label), name] as const,
          ...languages.map(
            (language) =>
              [foldHeading(`${label}, ${languageNames[language]}`), `${name}.${language}`] as const,
          ),
        ]),
    ),
  )
  return (heading) => {
    const own = ownTarget(heading, priceGroups) ?? named.get(foldHeading(heading))
    return own === undefined ? meaningOf(heading, priceGroups) : { target: own, isWhole: true }
  }
}

/** The target of a heading by itself; undefined if it is not known, '' if of no use. */
export function headingReader(naming: Naming): (heading: string) => string | undefined {
  const read = meaningReader(naming)
  return (heading) => read(heading)?.target
}

/** By heading, the whole before its parts, then by values; each column at most once. */
export function recognise(
  columns: readonly Pick<ImportColumn, 'heading' | 'samples'>[],
  naming: Naming,
): Found[] {
  const taken = new Set<string>()
  const read = meaningReader(naming)
  const meanings = columns.map(({ heading, samples }) => {
    const meaning = read(heading)
    const isOwn = ownTarget(heading, naming.priceGroups) !== undefined
    return meaning && (isOwn || !isRefuted(meaning.target, samples)) ? meaning : undefined
  })
  const found = columns.map((): Found => ({ target: '', foundBy: '' }))
  // Prices without tax come before those with it.
  for (const rank of [0, 1, 2]) {
    for (const [index, meaning] of meanings.entries()) {
      if (!meaning?.target || taken.has(meaning.target)) continue
      if (rankOf(meaning, columns[index]?.heading ?? '') !== rank) continue
      taken.add(meaning.target)
      found[index] = { target: meaning.target, foundBy: 'name' }
    }
  }
  const hasSizes = taken.has('itemDim1Code') || taken.has('lotCode')
  const sizes = hasSizes ? [] : sizesIn(columns, found)
  for (const at of sizes) found[at] = { target: sizeStock, foundBy: 'name' }
  const hasColor = taken.has('colorCode')
  return found.map((one, index) => {
    // A single colour column holds names.
    if (one.target === 'color' && hasColor) {
      return taken.has('colorDescription')
        ? { target: '', foundBy: '' }
        : { ...one, target: 'colorDescription' }
    }
    const samples = columns[index]?.samples.filter((sample) => sample !== '') ?? []
    if (one.target === '' && !taken.has('barcode') && samples.length > 1 && samples.every(isBarcode)) {
      taken.add('barcode')
      return { target: 'barcode', foundBy: 'values' }
    }
    return one
  })
}

const rankOf = ({ isWhole }: HeadingMeaning, heading: string) => (saysWithTax(heading) ? 2 : isWhole ? 0 : 1)

/** Two or more columns that are named by sizes and have numbers. A sum of their stock is left out. */
function sizesIn(columns: readonly Pick<ImportColumn, 'heading' | 'samples'>[], found: Found[]): number[] {
  const sized = [...sizeColumns(columns.map(({ heading }) => heading))].filter((at) => {
    const { samples = [] } = columns[at] ?? {}
    return !found[at]?.target && samples.every((sample) => /^\d*$/.test(sample))
  })
  if (sized.length < 2) return []
  const sum = found.findIndex(({ target }) => target === 'inventory')
  if (sum >= 0) found[sum] = { target: '', foundBy: '' }
  return sized
}

const units = new Set(
  'adet ad çift takım paket pcs pc piece pieces шт пар pz pezzi pce buc قطعة حبة'.split(' ').map(foldHeading),
)
const isDay = (text: string) => /^\d{4}-\d\d-\d\d|^\d{1,2}[./]\d{1,2}[./]\d{4}/.test(text)

/** Whether values show that a heading means something else: a unit is no size, a day no number. */
function isRefuted(target: string, samples: readonly string[]): boolean {
  if (samples.length === 0) return false
  if (target === 'itemDim1Code') return samples.every((sample) => units.has(foldHeading(sample)))
  const field = variantFileFields.find((name) => name === target)
  const isNumber =
    target.startsWith('price') || (field && ['stock', 'count'].includes(variantField(field).kind))
  return (
    isNumber === true &&
    samples.every((sample) => isDay(sample) || !(sample === eraseMark || /\p{N}/u.test(sample)))
  )
}

export function signatureOf(headings: readonly string[]): string {
  return headings.map(foldHeading).join('|').slice(0, 2000)
}

/** Applies a remembered layout by heading, in any order. */
export function applyLayout(
  headings: readonly string[],
  layout: readonly (readonly [heading: string, target: string])[],
): string[] {
  const remaining = [...layout]
  return headings.map((heading) => {
    const at = remaining.findIndex(([known]) => known === foldHeading(heading))
    return at < 0 ? '' : (remaining.splice(at, 1)[0]?.[1] ?? '')
  })
}
