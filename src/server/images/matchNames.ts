import { containsSpelled } from '#server/catalogue/spellings.ts'
import { prepared } from '#server/db/statement.ts'
import { collectValues } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import {
  baseName,
  isPictureName,
  photoKey,
  productKey,
  type Reading,
  readingsOf,
  stemOf,
  storedName,
} from '#shared/photos/photoNames.ts'
import {
  findPhotoProducts,
  type MatchedName,
  matchPhotoNames,
  type PhotoProduct,
} from '#shared/photos/photos.ts'

/** `files`: its photos' names in lower case; `importNames`: those from import files, with positions. */
type Found = PhotoProduct & { barcodes: string[]; files: string[]; importNames: Record<string, number> }

const photoCount =
  '(select count(*)::int from product_images i where i.tenant_id = $1 and i.product_id = p.id)'
const productFields = `p.item_code as "itemCode", p.color_code as "colorCode",
  p.item_description as "itemDescription", p.color_description as "colorDescription", ${photoCount} as photos`

const findNamed = prepared(`
  with barcodes as materialized (
    select v.product_id, v.barcode from variants v where v.tenant_id = $1 and v.barcode = any ($3::text[])),
  named as materialized (
    select p.id from products p where p.tenant_id = $1 and p.photo_key = any ($2::text[])
    union select product_id from barcodes
    union select p.id from photo_names g
    join products p on p.tenant_id = $1 and p.item_code = g.item_code and p.color_code = g.color_code
    where g.tenant_id = $1 and g.name_key = any ($4::text[]))
  select ${productFields}, array(select b.barcode from barcodes b where b.product_id = p.id) as barcodes,
         array(select lower(i.file_name) from product_images i where i.tenant_id = $1 and i.product_id = p.id) as files,
         (select coalesce(json_object_agg(g.name_key, g.position), '{}') from photo_names g
          where g.tenant_id = $1 and g.item_code = p.item_code and g.color_code = p.color_code) as "importNames"
  from named n join products p on p.tenant_id = $1 and p.id = n.id
  order by p.item_code, p.color_code`)

/** Per name. */
const maxCandidates = 20

/** Finds the products of files by their names. One statement for all names. */
export const matchNames = verb(matchPhotoNames, async ({ tx }, { names }) => {
  const pictures = names.filter(isPictureName)
  const keys = new Set(pictures.flatMap(itemKeyPrefixes))
  const barcodes = new Set(pictures.flatMap((name) => barcodesOf(name).map(({ key }) => key)))
  const wholeKeys = new Set(pictures.map(wholeKeyOf))
  const found = await tx.query<Found>(findNamed, [...keys], [...barcodes], [...wholeKeys])
  const index = indexOf(found)
  const products = found.map(
    ({ barcodes: _barcodes, files: _files, importNames: _importNames, ...product }) => product,
  )
  const matches = names.map((name): MatchedName => {
    const { product, number, whyNot, candidates = [] } = match(name, index)
    const places = candidates.slice(0, maxCandidates).map((one) => found.indexOf(one))
    if (product) {
      const isThere = product.files.includes(storedName(name, new Set()).toLowerCase())
      return { product: found.indexOf(product), number: number ?? 0, ...(isThere ? { isThere } : {}) }
    }
    return { whyNot: whyNot ?? 'unknown', ...(places.length > 0 ? { candidates: places } : {}) }
  })
  return { names: matches, products }
})

/** As in an imported file. */
const wholeKeyOf = (name: string) => photoKey(stemOf(name))

/** Possible item codes: a1, a1_dark, a1_dark_red … for `a1_dark_red_2`. */
function itemKeyPrefixes(name: string): string[] {
  const words = (readingsOf(name)[0]?.key ?? '').split('_')
  return words.map((_, index) => words.slice(0, index + 1).join('_')).filter(Boolean)
}

/** Alone or followed by a number. */
function barcodesOf(name: string): Reading[] {
  const stem = stemOf(name)
  const [, rest, number] = /^(.+?)[\s_-]*[\s_(-](\d{1,4})\)?$/.exec(stem) ?? []
  const whole = { key: stem, number: 0 }
  return rest ? [whole, { key: rest, number: Number(number) }] : [whole]
}

type Index = Record<
  'byImportName' | 'byProduct' | 'byColorName' | 'byItem' | 'byBarcode',
  Map<string, Found[]>
>

function indexOf(found: Found[]): Index {
  return {
    byImportName: indexByImportName(found),
    byProduct: Map.groupBy(found, ({ itemCode, colorCode }) => productKey(itemCode, colorCode)),
    byColorName: Map.groupBy(
      found.filter(({ colorDescription }) => colorDescription !== ''),
      ({ itemCode, colorDescription }) => productKey(itemCode, colorDescription),
    ),
    byItem: Map.groupBy(found, ({ itemCode }) => photoKey(itemCode)),
    byBarcode: new Map(found.flatMap((product) => product.barcodes.map((barcode) => [barcode, [product]]))),
  }
}

function indexByImportName(found: Found[]): Map<string, Found[]> {
  const all = found.flatMap((product) => Object.keys(product.importNames).map((name) => ({ name, product })))
  const byName = Map.groupBy(all, ({ name }) => name)
  return new Map([...byName].map(([name, named]) => [name, named.map(({ product }) => product)]))
}

type Match = {
  product?: Found
  number?: number
  whyNot?: NonNullable<MatchedName['whyNot']>
  candidates?: Found[]
}

/** By names from import files; item and colour (code, then name); barcode; item with a single colour. */
function match(name: string, { byImportName, byProduct, byColorName, byItem, byBarcode }: Index): Match {
  if (!isPictureName(baseName(name))) return { whyNot: 'notPicture' }
  const readings = readingsOf(name)
  const whole = wholeKeyOf(name)
  const number = byImportName.get(whole)?.[0]?.importNames[whole] ?? 0
  const imported = firstOf([{ key: whole, number }], byImportName)
  if (imported) return imported
  const exact =
    firstOf(readings, byProduct) ?? firstOf(readings, byColorName) ?? firstOf(barcodesOf(name), byBarcode)
  if (exact) return exact
  const item = firstOf(readings, byItem)
  if (item) return item.whyNot ? { ...item, whyNot: 'severalColors' } : item
  // The longest prefix that is an item's code; only the colour is unknown.
  const candidates = itemKeyPrefixes(name)
    .toReversed()
    .map((key) => byItem.get(key))
    .find(Boolean)
  return candidates ? { whyNot: 'unknownColor', candidates } : { whyNot: 'unknown' }
}

function firstOf(readings: Reading[], products: Map<string, Found[]>): Match | undefined {
  for (const { key, number } of readings) {
    const found = products.get(key)
    const [product] = found ?? []
    if (!found || !product) continue
    return found.length === 1 ? { product, number } : { whyNot: 'ambiguous', candidates: found }
  }
  return undefined
}

/** By words of code and name. */
export const findProducts = verb(findPhotoProducts, async ({ tx }, { search, limit }) => {
  const values = collectValues()
  const text = `
    select ${productFields} from products p
    where p.tenant_id = $1 and ${containsSpelled("(p.search_text || ' ' || p.translated_text)", search, values)}
    order by p.item_code, p.color_code limit ${values.add(limit)}`
  return await tx.query<PhotoProduct>({ text }, ...values.list)
})
