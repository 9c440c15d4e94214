import { type Actor, recordChange } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { ImportProblem } from '#server/tableFiles/report.ts'
import type { Language } from '#shared/tenancy.ts'
import type { Mapping, Shop } from './file/columns.ts'

const hasTexts = prepared(`
  select exists (select from products where tenant_id = $1)
    or exists (select from translations where tenant_id = $1) as found`)

async function hasCatalogue(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(hasTexts)
  return row?.found === true
}

/** The shop as a file in this language finds it: the first file of a catalogue is in its main language. */
export async function shopIn(tx: Tx, shop: Shop, language: Language | ''): Promise<Shop> {
  const isOther = language !== '' && language !== shop.mainLanguage
  return isOther && !(await hasCatalogue(tx)) ? { ...shop, mainLanguage: language } : shop
}

const readLanguage = prepared(`
  select main_language as "mainLanguage", display_name as "displayName" from tenant_settings where tenant_id = $1`)
const writeLanguage = prepared(`
  update tenant_settings set main_language = $2, version = version + 1,
    languages = case when $2 = any (languages) then languages else array_prepend($2, languages) end
  where tenant_id = $1`)

/**
 * Makes the language of the first file the main language, if {@link shopIn} has read it so. Call it while other imports
 * wait, and before rows are written.
 * @throws ImportProblem `busy` if somebody has begun a catalogue in another one since
 */
export async function adoptLanguage(
  tx: Tx,
  { shop, mapping }: { shop: Shop; mapping: { language?: Mapping['language'] | undefined } },
  actor: Actor,
  at: Date,
): Promise<void> {
  const { language } = mapping
  if (!language || language !== shop.mainLanguage) return
  const [stored] = await tx.query<{ mainLanguage: Language; displayName: string }>(readLanguage)
  if (!stored || stored.mainLanguage === language) return
  if (await hasCatalogue(tx)) throw new ImportProblem('busy')
  await tx.query(writeLanguage, language)
  await recordChange(tx, actor, at, {
    subject: 'settings',
    subjectName: stored.displayName,
    action: 'changed',
    before: { mainLanguage: stored.mainLanguage },
    after: { mainLanguage: language },
  })
}
