import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { getColors } from '#shared/catalogue/catalogue.ts'
import { colorNamed } from './dictionary/colorWords.ts'

/** The swatches of those names that the dictionary knows. */
export const swatchesOf = (names: string[]) =>
  names.flatMap((colorDescription) => {
    const color = colorNamed(colorDescription)
    return color ? [{ colorDescription, swatch: color.swatch }] : []
  })

const readNames = prepared(`
  select coalesce(array_agg(name order by name collate "C"), '{}') as names
  from (select distinct color_description as name from products where tenant_id = $1 and is_active) n`)

/** What the catalogue's colours look like. */
export const colors = verb(getColors, async ({ tx }) => {
  const [row] = await tx.query<{ names: string[] }>(readNames)
  return swatchesOf(row?.names ?? [])
})
