import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import type { TestApp } from '#test/app.ts'
import type { TrytonRecords } from '#test/erp/trytond.ts'
import { type Wholesaler, wholesaler } from '#test/factories.ts'

export type Article = { variantId: string; code: string; priceMinor: number; currencyCode: string }
export type Shop = Wholesaler & {
  currencyCode: string
  articles: { own: Article[]; other: Article[]; unknown: Article[] }
}

export const currencies = ['EUR', 'USD', 'TRY'] as const
const itemCount = 100
const firstForeignItem = 91
/** The office adds it later. */
const unknownItem = 90

const itemCode = (item: number) => `S${String(item).padStart(3, '0')}`
const items = Array.from({ length: itemCount }, (_, index) => index + 1)
const units = [
  { size: 'S', lot: '' },
  { size: 'M', lot: '' },
  { size: '', lot: 'L6' },
] as const
const codeOf = (item: number, { size, lot }: (typeof units)[number]) => `${itemCode(item)}-01-${size || lot}`
const product = (code: string) => ({ code, name: `Storm ${code}`, listPrice: '10' })

export const unknownCodes = units.map((unit) => codeOf(unknownItem, unit))

/** Without an address Tryton makes no quotation. */
export const stormRecords: TrytonRecords = {
  products: items
    .filter((item) => item !== unknownItem)
    .flatMap((item) => units.map((unit) => product(codeOf(item, unit)))),
  parties: [{ code: '120.03', name: 'Adressiz', addresses: [] }],
}

/** Cents differ by size, so that a wrong line shows. */
const priceOf = (item: number, unit: number) =>
  `${5 + (item % 40) + 20 * unit}.${10 + ((item * 7 + unit) % 90)}`

function rows(currencyCode: string): Record<string, string>[] {
  const at = currencies.findIndex((one) => one === currencyCode)
  const other = currencies[(at + 1) % currencies.length] ?? 'EUR'
  return items.flatMap((item) =>
    units.map(({ size, lot }, unit) => ({
      brandName: 'Ayla',
      categoryName: 'Kadın > Elbise',
      itemCode: itemCode(item),
      itemDescription: `Ürün ${item}`,
      colorCode: '01',
      colorDescription: 'Siyah',
      itemDim1Code: size,
      lotCode: lot,
      lotDescription: lot ? 'S/M 3-3' : '',
      piecesPerLot: lot ? '6' : '',
      priceCB: priceOf(item, unit),
      currencyCB: item >= firstForeignItem ? other : currencyCode,
      inventory: '1000000',
    })),
  )
}

const readArticles = {
  text: `
    select v.id as "variantId", p.item_code || '-' || p.color_code || '-' || v.size || v.lot_code as code,
           r.amount_minor::float8 as "priceMinor", r.currency_code as "currencyCode"
    from variants v
    join products p on p.tenant_id = $1 and p.id = v.product_id
    join prices r on r.tenant_id = $1 and r.variant_id = v.id and r.price_group = 'CB'
    where v.tenant_id = $1 and p.item_code like 'S%' order by code`,
}

export async function openShop(
  app: TestApp,
  tryton: { settings: object; password: string },
  currencyCode: (typeof currencies)[number],
): Promise<Shop> {
  const key = `storm-${currencyCode.toLowerCase()}`
  const shop = await wholesaler(app, key, { currencyCode, transferEnabled: true })
  const report = await importCatalogue(app.database, shop.tenantId, { rows: rows(currencyCode) })
  if (!report.applied) throw new Error(`Refused: ${JSON.stringify(report.bad)}`)
  const { settings, password: secret } = tryton
  const link = { kind: 'tryton', settings, secret, isAutomatic: true }
  const { body } = await shop.admin.post('/api/Erp/SaveLink', link)
  if (!body.success) throw new Error(`The link is refused: ${JSON.stringify(body)}`)
  const articles = await app.database.inTenant(shop.tenantId, 'read', (tx) => tx.query<Article>(readArticles))
  const known = articles.filter(({ code }) => !unknownCodes.includes(code))
  return {
    ...shop,
    currencyCode,
    articles: {
      own: known.filter((article) => article.currencyCode === currencyCode),
      other: known.filter((article) => article.currencyCode !== currencyCode),
      unknown: articles.filter(({ code }) => unknownCodes.includes(code)),
    },
  }
}
