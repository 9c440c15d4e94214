import type { Tx } from '#server/db/tenant.ts'
import { JsonBytes } from '#server/http/jsonBytes.ts'
import type { ProductFacets, ShopHome } from '#shared/catalogue/catalogue.ts'
import { attributeNames } from '#shared/catalogue/listing.ts'
import type { TextKind } from '#shared/catalogue/textKinds.ts'
import type { Language } from '#shared/tenancy.ts'
import { readKeptTexts, readTexts, type Texts, WantedTexts } from './texts.ts'

/** The fields of answers that hold a text of the catalogue. */
const kindOfField: ReadonlyMap<string, TextKind> = new Map<string, TextKind>([
  ['itemDescription', 'item'],
  ['colorDescription', 'color'],
  ['lotDescription', 'lot'],
  ['brandName', 'brand'],
  ['categoryName', 'category'],
  // Only in documents. Elsewhere a size is a key, and the reader has the labels from the settings.
  ['sizeLabel', 'size'],
  ['bannerText', 'banner'],
  ...attributeNames.map((name) => [name, 'value'] as const),
])

/** Fields with price rules, or with the price steps that rules made: each has the rule's name. */
const fieldsOfRules: ReadonlySet<string> = new Set(['rules', 'priceSteps'])

/**
 * An answer in the reader's language: all texts of the catalogue in it, at any depth, are translated.
 * @param language undefined for the main language
 * @param tenant given where texts read by earlier calls may be used
 */
export async function translated<Answer>(
  tx: Tx,
  language: Language | undefined,
  answer: Answer,
  tenant?: object,
): Promise<Answer> {
  if (!language) return answer
  const value: unknown = answer instanceof JsonBytes ? JSON.parse(answer.toString()) : answer
  const wanted = new WantedTexts()
  eachText(value, (kind, source) => {
    wanted.add(kind, source)
    return source
  })
  const texts = tenant
    ? await readKeptTexts(tx, { tenant, language, wanted })
    : await readTexts(tx, language, wanted)
  eachText(value, texts)
  return (answer instanceof JsonBytes ? JsonBytes.of(value) : value) as Answer
}

/** Replaces each text in place. Dates and other objects that are not plain have no texts. */
function eachText(value: unknown, replace: Texts): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) eachText(one, replace)
    return
  }
  const fields = value as Record<string, unknown>
  for (const [name, field] of Object.entries(fields)) {
    if (fieldsOfRules.has(name)) nameRules(field, replace)
    const kind = kindOfField.get(name)
    if (kind && typeof field === 'string') fields[name] = replaced(kind, field, replace)
    else eachText(field, replace)
  }
  if (typeof fields.title === 'string') setTitle(fields)
}

function nameRules(rules: unknown, replace: Texts): void {
  if (!Array.isArray(rules)) return
  for (const rule of rules as { name?: unknown }[])
    if (typeof rule.name === 'string') rule.name = replace('rule', rule.name)
}

/** Replaces a text. A category may come with its path, "Kadın > Elbise". */
function replaced(kind: TextKind, text: string, replace: Texts): string {
  if (kind !== 'category') return replace(kind, text)
  return text
    .split(pathSeparator)
    .map((name) => replace(kind, name))
    .join(pathSeparator)
}
const pathSeparator = ' > '

/** Sets the title: a product is titled by its name, a list by its brand and category. */
function setTitle(fields: Record<string, unknown>): void {
  if (typeof fields.itemDescription === 'string') fields.title = fields.itemDescription
  else if (Array.isArray(fields.products))
    fields.title = [fields.brandName, fields.categoryName].filter(Boolean).join(' · ')
}

/** A person who reads the catalogue in another language than the tenant's main one. */
export type Reader = { language: Language; texts: Texts }

export type Ordered<Category> = Category & { sortOrder: number }
type Branch = ShopHome['categories'][number] | ProductFacets['categories'][number]

/**
 * Categories for a reader: sorted by place, then by the names of their path in the reader's alphabet. In the
 * main language they are sorted already.
 */
export function shownCategories<Category extends Branch>(
  categories: Ordered<Category>[],
  reader: Reader | undefined,
): Category[] {
  if (!reader) return categories.map(withoutPlace)
  const { compare } = new Intl.Collator(reader.language)
  const nameOf = ({ categoryName }: Branch) => reader.texts('category', categoryName)
  const byId = new Map(categories.map((one) => [one.categoryId, one]))
  const pathOf = (category: Branch): string => {
    const parent = byId.get(category.parentId ?? '')
    return parent ? `${pathOf(parent)} > ${nameOf(category)}` : nameOf(category)
  }
  return categories
    .map((category) => ({
      category: { ...category, categoryName: nameOf(category) },
      path: pathOf(category),
    }))
    .toSorted(
      (one, other) => one.category.sortOrder - other.category.sortOrder || compare(one.path, other.path),
    )
    .map(({ category }) => withoutPlace(category))
}

const withoutPlace = <Category>({ sortOrder: _place, ...category }: Ordered<Category>) =>
  category as unknown as Category

/** Facets for a reader. Values stay unchanged, to narrow lists by them; the reader sees their labels. */
export function shownFacets(
  { brands, categories, attributes, colors, ...facets }: OrderedFacets,
  reader: Reader | undefined,
): ProductFacets {
  const rest = { ...facets, categories: shownCategories(categories, reader) }
  if (!reader) return { ...rest, brands, attributes, colors }
  const { texts, language } = reader
  const { compare } = new Intl.Collator(language)
  const labelled = <Value extends { value: string }>(kind: TextKind, one: Value) => {
    const label = texts(kind, one.value)
    return label === one.value ? one : { ...one, label }
  }
  return {
    ...rest,
    colors: colors.map((one) => labelled('color', one)),
    brands: brands
      .map((brand) => ({ ...brand, brandName: texts('brand', brand.brandName) }))
      .toSorted((one, other) => compare(one.brandName, other.brandName)),
    attributes: attributes.map(({ name, values }) => ({
      name,
      values: values
        .map((one): typeof one => labelled('value', one))
        .toSorted((one, other) => compare(one.label ?? one.value, other.label ?? other.value)),
    })),
  }
}

export type OrderedFacets = Omit<ProductFacets, 'categories'> & {
  categories: Ordered<ProductFacets['categories'][number]>[]
}

export type OrderedHome = Omit<ShopHome, 'categories'> & {
  categories: Ordered<ShopHome['categories'][number]>[]
}

/** The home page for a reader. */
export function shownHome({ brands, categories }: OrderedHome, reader: Reader | undefined): ShopHome {
  return {
    brands: reader
      ? brands.map((brand) => ({ ...brand, brandName: reader.texts('brand', brand.brandName) }))
      : brands,
    categories: shownCategories(categories, reader),
  }
}

/** Reads the texts of facets or a home page. */
export async function readReader(
  tx: Tx,
  language: Language | undefined,
  {
    brands,
    categories,
    attributes = [],
    colors = [],
  }: Pick<OrderedHome | OrderedFacets, 'brands' | 'categories'> &
    Partial<Pick<OrderedFacets, 'attributes' | 'colors'>>,
): Promise<Reader | undefined> {
  if (!language) return undefined
  const wanted = new WantedTexts()
  for (const { brandName } of brands) wanted.add('brand', brandName)
  for (const { categoryName } of categories) wanted.add('category', categoryName)
  for (const { value } of colors) wanted.add('color', value)
  for (const { values } of attributes) for (const { value } of values) wanted.add('value', value)
  return { language, texts: await readTexts(tx, language, wanted) }
}
