import { readFile, writeFile } from 'node:fs/promises'
import { unprepared } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import { photoKey, stemOf } from '#shared/photos/photoNames.ts'
import { type Renamed, renamedProduct } from '../doubts.ts'
import { withoutQuery } from '../photos.ts'

/* Photos are uploaded separately; these names assign them to products. */

export async function keepPhotoNames(file: string, photos: Map<string, string[]>): Promise<void> {
  const named = [...photos].filter(([, names]) => names.length > 0)
  await writeFile(file, JSON.stringify(named), { mode: 0o600 })
}

const forget =
  unprepared(`delete from photo_names n using unnest($2::text[], $3::text[]) w (item_code, color_code)
  where n.tenant_id = $1 and n.item_code = w.item_code and n.color_code = w.color_code`)
const note =
  unprepared(`insert into photo_names (tenant_id, name_key, item_code, color_code, position, run_id)
  select $1, name_key, item_code, color_code, position, $2
  from unnest($3::text[], $4::text[], $5::text[], $6::int[]) w (name_key, item_code, color_code, position)
  on conflict do nothing`)

/** Replaces the stored photo names of the file's products. */
export async function notePhotoNames(
  tx: BulkTx,
  runId: string,
  file: string,
  renamed: Renamed,
): Promise<void> {
  const products = JSON.parse(await readFile(file, 'utf8')) as [key: string, names: string[]][]
  const named = products.flatMap(([key, names]) => {
    const [item = '', color = ''] = key.split('\t')
    const { itemCode, colorCode } = renamedProduct(renamed, item, color)
    return names.flatMap((name, index) => {
      const nameKey = keyOfName(name)
      return nameKey ? [{ nameKey, itemCode, colorCode, position: index + 1 }] : []
    })
  })
  if (named.length === 0) return
  const [itemCodes, colorCodes] = [
    named.map(({ itemCode }) => itemCode),
    named.map(({ colorCode }) => colorCode),
  ]
  await tx.query(forget, itemCodes, colorCodes)
  await tx.query(
    note,
    runId,
    named.map(({ nameKey }) => nameKey),
    itemCodes,
    colorCodes,
    named.map(({ position }) => position),
  )
}

/** In the form in which uploaded files are matched. */
const keyOfName = (name: string) => photoKey(stemOf(withoutQuery(name))).slice(0, 500)

export const forgetPhotoNames = unprepared('delete from photo_names where tenant_id = $1 and run_id = $2')
