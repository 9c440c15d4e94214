import { readPriceGroups } from '#server/customers/priceGroups.ts'
import type { Snapshot } from '#server/db/tenant.ts'
import type { ExportColumn } from '#server/exports/columns.ts'
import { sendList } from '#server/exports/listExport.ts'
import { type SignedIn, verb } from '#server/http/http.ts'
import {
  type ProductText,
  productTextNames,
  type VariantFileField,
  variantField,
  variantFileFields,
} from '#shared/catalogue/catalogueFields.ts'
import { type AttributeName, attributeNames } from '#shared/catalogue/listing.ts'
import { exportProducts } from '#shared/catalogue/productLists.ts'
import type { TextKind } from '#shared/catalogue/textKinds.ts'
import type { VariantValue } from '#shared/catalogue/variantSchemas.ts'
import { translatedTargets } from '#shared/imports/importTerms.ts'
import { fromMinor, type Minor } from '#shared/numbers/money.ts'
import type { Colored } from '#shared/shapes.ts'
import type { Language } from '#shared/tenancy.ts'
import type { PlainColumn } from '../import/file/columns.ts'
import { headingOf } from '../import/file/headings.ts'
import { headingReader } from '../import/file/recognise.ts'
import { otherLanguages } from '../texts/texts.ts'
import { keyOf } from '../texts/writeTexts.ts'
import { productsQuery } from './productList.ts'
import { productTextJson, variantJson } from './productRecord.ts'

type Row = Colored & {
  brandName: string
  categoryName: string
  itemDim1Code: string
  lotCode: string
  attributes: Partial<Record<AttributeName, string>>
  photos: string
  /** By price group. */
  prices: Record<string, { minor: Minor; currency: string }>
  /** Texts in other languages, by {@link keyOf} of the text. */
  texts?: Record<string, Partial<Record<Language, string>>>
} & Record<ProductText, string> & { [Name in VariantFileField]: VariantValue<Name> }

/** SQL conditions, by kind, that select the texts of a row. */
const sources: Record<Exclude<TextKind, 'rule' | 'banner'>, string> = {
  item: '= p.item_description',
  color: '= p.color_description',
  brand: '= b.name',
  size: '= v.size',
  lot: '= v.lot_description',
  category: `= any (string_to_array(c.full_name, ' > '))`,
  value: '= any (array(select a.value from jsonb_each_text(p.attributes) a))',
}

/** SQL of {@link Row.texts}. */
const texts = `(
    select json_object_agg(t.kind || ' ' || t.source, t.texts) from (${Object.entries(sources)
      .map(
        ([kind, source]) => `
      select kind, source, texts from translations where tenant_id = $1 and kind = '${kind}' and source ${source}`,
      )
      .join(' union all ')}) t)`

// Imports take the order of sizes from the order of rows.
const rows = (withTexts: boolean) => `
  select row_number() over (order by shown.position, v.sort_order, v.size, v.lot_code) as position,
    json_build_object(
      'brandName', b.name, 'categoryName', c.full_name, 'itemCode', p.item_code, 'itemDescription', p.item_description,
      'colorCode', p.color_code, 'colorDescription', p.color_description, 'itemDim1Code', v.size,
      'lotCode', v.lot_code, ${productTextJson}, ${variantJson(variantFileFields)}, 'attributes', p.attributes,
      'photos', photos.names, 'prices', coalesce(prices.list, '{}'::json)
      ${withTexts ? `, 'texts', coalesce(${texts}, '{}'::json)` : ''}) as item
  from shown
  join products p on p.tenant_id = $1 and p.id = shown.id
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  join categories c on c.tenant_id = $1 and c.id = p.category_id
  cross join lateral (
    select coalesce(string_agg(i.file_name, '|' order by i.sort_order, i.file_name), '') as names
    from product_images i where i.tenant_id = $1 and i.product_id = p.id) photos
  join variants v on v.tenant_id = $1 and v.product_id = p.id
  cross join lateral (
    select json_object_agg(r.price_group, json_build_object('minor', r.amount_minor, 'currency', r.currency_code)) as list
    from prices r where r.tenant_id = $1 and r.variant_id = v.id) prices`

type TextColumn = Exclude<PlainColumn, VariantFileField>

/** Columns are made with our own names as headings, which {@link inWords} replaces. */
type OwnColumn = ExportColumn<Row> & { heading: string }

const text = (key: TextColumn, width: number): OwnColumn => ({
  heading: key,
  kind: 'text',
  width,
  value: (row) => row[key],
})

const wholeOf = (value: Row[VariantFileField] | undefined) =>
  value === undefined ? undefined : Number(value)

/** Lot fields stay empty for sizes, or the import would refuse them. */
const field = (name: VariantFileField): OwnColumn => {
  const { kind, isOfLot } = variantField(name)
  const value = (row: Row) => (isOfLot && row.lotCode === '' ? undefined : row[name])
  return kind === 'text' || kind === 'code'
    ? {
        heading: name,
        kind: 'text',
        width: kind === 'text' ? 24 : 18,
        value: (row) => value(row)?.toString(),
      }
    : // A flag is 1 or 0, which imports read in every language.
      { heading: name, kind: 'whole', width: 12, value: (row) => wholeOf(value(row)) }
}

const ofProduct: OwnColumn[] = [
  text('brandName', 18),
  text('categoryName', 28),
  text('itemCode', 16),
  text('itemDescription', 36),
  text('colorCode', 10),
  text('colorDescription', 18),
  text('itemDim1Code', 12),
  text('lotCode', 12),
  ...variantFileFields.filter((name) => name !== 'inventory').map(field),
]
const stock = field('inventory')

const pricesIn = (group: string): OwnColumn[] => [
  {
    heading: `price${group}`,
    kind: 'unitPrice',
    value: ({ prices }) => {
      const price = prices[group]
      return price && fromMinor(price.minor)
    },
  },
  {
    heading: `currency${group}`,
    kind: 'text',
    width: 12,
    value: ({ prices }) => prices[group]?.currency,
  },
]

const attributes = attributeNames.map(
  (name): OwnColumn => ({
    heading: name,
    kind: 'text',
    width: 18,
    value: (row) => row.attributes[name],
  }),
)

/** The translation of a row's text. A path has one if all its names have. */
function translationOf(row: Row, column: TranslatedColumn, language: Language): string | undefined {
  const isAttribute = column.startsWith('attribute')
  const kind = isAttribute ? 'value' : translatedTargets[column as keyof typeof translatedTargets]
  const source = isAttribute
    ? row.attributes[column as AttributeName]
    : row[column as keyof typeof translatedTargets]
  const names = kind === 'category' ? source?.split(' > ') : [source ?? '']
  const found = names?.map((name) => row.texts?.[keyOf({ kind, source: name })]?.[language])
  return found?.every(Boolean) ? found.join(' > ') : undefined
}

type TranslatedColumn = keyof typeof translatedTargets | AttributeName

/** The text columns of one language: each language may go to a different translator. */
const textsIn = (language: Language): OwnColumn[] =>
  [...(Object.keys(translatedTargets) as TranslatedColumn[]), ...attributeNames].map((column) => ({
    heading: `${column}.${language}`,
    kind: 'text',
    width: 24,
    value: (row) => translationOf(row, column, language),
  }))

/**
 * Names columns in the reader's language; the import recognises these names in every language. A column whose
 * name would be taken for another one, such as an attribute called brand, keeps our own name.
 */
function inWords(
  columns: OwnColumn[],
  language: Language,
  shop: Parameters<typeof headingReader>[0],
): OwnColumn[] {
  const targetOf = headingReader(shop)
  return columns.map((column) => {
    const heading = headingOf(column.heading, language, shop.attributes)
    return targetOf(heading) === column.heading ? { ...column, heading } : column
  })
}

/** Includes price groups without prices, so that prices can be entered. */
async function columnsOf(snapshot: Snapshot, call: SignedIn, languages: Language[]): Promise<OwnColumn[]> {
  const priceGroups = await readPriceGroups(snapshot)
  const columns = [
    ...ofProduct,
    ...priceGroups.flatMap(pricesIn),
    stock,
    ...productTextNames.map((name) => text(name, 12)),
    ...attributes,
    text('photos', 30),
    ...languages.flatMap(textsIn),
  ]
  return inWords(columns, call.language, { priceGroups, attributes: call.tenant.attributes })
}

/** Products as a file that the import accepts unchanged: one row per size and lot, inactive ones too. */
export const downloadProducts = verb(exportProducts, (call, asked) =>
  sendList(call, asked, {
    title: 'panel.products',
    query: () => ({ ...productsQuery(asked), rows: rows(asked.withTexts) }),
    columns: (snapshot) => columnsOf(snapshot, call, asked.withTexts ? otherLanguages(call.tenant) : []),
  }),
)
