import { foldedName } from '#server/db/search.ts'
import { unprepared } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import type { Questions } from '#server/tableFiles/questions.ts'
import { hasWrongCheckDigit } from './file/doubtful.ts'
import { productKey } from './file/spool.ts'

/** `place`: what a code is unique in. `key`: equal for spellings that may mean the same. */
type Code = { column: string; target: string; place: string; key: string; stored: string }

const ofProducts = 'select item_code, color_code from products where tenant_id = $1'
/** Spreadsheets drop zeros in front. */
const keyOf = (column: string) => foldedName(`coalesce(nullif(ltrim(${column}, '0'), ''), ${column})`)

const codes: Code[] = [
  {
    column: 'item_code',
    target: 'itemCode',
    place: `''`,
    key: keyOf('item_code'),
    stored: ofProducts,
  },
  {
    column: 'color_code',
    target: 'colorCode',
    place: 'item_code',
    key: keyOf('color_code'),
    stored: `${ofProducts} and item_code in (select item_code from import_row)`,
  },
  ...(['size', 'lot_code'] as const).map((column) => ({
    column,
    target: column === 'size' ? 'itemDim1Code' : 'lotCode',
    place: `item_code || chr(10) || color_code`,
    key: keyOf(column),
    stored: `select p.item_code, p.color_code, v.${column} from variants v
      join products p on p.tenant_id = $1 and p.id = v.product_id
      where v.tenant_id = $1 and p.item_code in (select item_code from import_row)`,
  })),
]

const statements = codes.map(({ column, target, place, key, stored }) => ({
  target,
  /** Codes that are spelled otherwise than a stored one, or else than the first in the file. */
  find: unprepared(`
    with given as (
      select ${place} as place, ${column} as code, ${key} as key, min(line) as line, count(*)::int as count
      from import_row where ${column} <> '' group by 1, 2, 3
    ), known as (
      select ${place} as place, ${key} as key, array_agg(distinct ${column}) as codes
      from (${stored}) s where ${column} <> '' group by 1, 2
    ), spelled as (
      select g.*, case when g.code = any (k.codes) then g.code when k.codes is not null then k.codes[1]
        else first_value(g.code) over (partition by g.place, g.key order by g.line) end as wanted
      from given g left join known k on k.place = g.place and k.key = g.key)
    select place, code, wanted, count from spelled where wanted <> code order by line`),
  rename: unprepared(`
    update import_row set ${column} = s.wanted from unnest($1::text[], $2::text[], $3::text[]) s (place, code, wanted)
    where ${place} = s.place and ${column} = s.code`),
}))

const readNewBarcodes = unprepared(`
  select barcode from import_line
  where barcode is distinct from old_barcode and barcode ~ '^(?:[0-9]{8}|[0-9]{12,14})$' order by line`)
const leaveBarcodesOut = unprepared('update import_line set barcode = null where barcode = any ($1::text[])')

/** Asks of barcodes that would be stored and have a wrong check digit. */
export async function checkBarcodes(tx: BulkTx, questions: Questions): Promise<void> {
  const rows = await tx.temporary<{ barcode: string }>(readNewBarcodes)
  const leftOut = rows.flatMap(({ barcode }) =>
    hasWrongCheckDigit(barcode) && questions.ask('checkDigit', 'barcode', barcode) === 'leaveOut'
      ? barcode
      : [],
  )
  if (leftOut.length > 0) await tx.temporary(leaveBarcodesOut, leftOut)
}

type Other = { place: string; code: string; wanted: string; count: number }

/** Other spellings that were taken for the same: those of item codes, and of colours by item and colour. */
export type Renamed = { items: Map<string, string>; colors: Map<string, string> }

/** Asks of codes that differ from others only by case or zeros in front, and takes them for the same if so answered. */
export async function unifySpellings(tx: BulkTx, questions: Questions): Promise<Renamed> {
  const renamed: Renamed = { items: new Map(), colors: new Map() }
  for (const { target, find, rename } of statements) {
    // oxlint-disable-next-line no-await-in-loop -- a colour is unique in its item
    const others = await tx.query<Other>(find)
    const same = others.filter(
      ({ code, wanted, count }) =>
        questions.ask('otherSpelling', target, `${code} → ${wanted}`, count) === 'same',
    )
    const columns = (['place', 'code', 'wanted'] as const).map((name) => same.map((one) => one[name]))
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (same.length > 0) await tx.temporary(rename, ...columns)
    if (target === 'itemCode') for (const { code, wanted } of same) renamed.items.set(code, wanted)
    if (target === 'colorCode')
      for (const { place, code, wanted } of same) renamed.colors.set(productKey(place, code), wanted)
  }
  return renamed
}

/** The product of a file's item and colour. */
export function renamedProduct({ items, colors }: Renamed, itemCode: string, colorCode: string) {
  const item = items.get(itemCode) ?? itemCode
  return { itemCode: item, colorCode: colors.get(productKey(item, colorCode)) ?? colorCode }
}
