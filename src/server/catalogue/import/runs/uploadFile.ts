import { constants, copyFile } from 'node:fs/promises'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import { type Call, verb } from '#server/http.ts'
import { translate } from '#server/i18n.ts'
import { Refusal } from '#shared/errors.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { postImportFile, rereadImport } from '#shared/imports.ts'
import type { Language } from '#shared/tenancy.ts'
import { readShop } from '../catalogueImport.ts'
import type { Preview } from '../file/reading.ts'
import { ImportProblem } from '../file/report.ts'
import { previewInThread } from '../file/thread.ts'
import { lockRun, readRunFile, undoWindowDays, uploadedFile } from './run.ts'

const insertRun = prepared(`
  insert into change_sets (tenant_id, id, source, file_name, state, preview, created_by, created_by_name, created_at)
  values ($1, $2, 'panel', $3, 'uploaded', $4, $5, $6, $7)`)

/** Details of imports that can no longer be undone, were discarded or never applied. */
const deleteOldDetails = prepared(`
  delete from catalogue_changes c where c.tenant_id = $1 and c.set_id in (
    select r.id from change_sets r where r.tenant_id = $1 and (
      r.applied_at < $2 or r.state = 'discarded' or (r.applied_at is null and r.created_at < $3)))`)

const dayMs = 24 * 60 * 60 * 1000

/** Stores an uploaded file and reads its first rows. */
export const takeFile = verb(postImportFile, async (call) => {
  const { services, tenant, now, user } = call
  const id = newId()
  const folder = await services.importFolders.open(tenant.id, id)
  try {
    const [sent] = call.files
    if (!sent) throw new Refusal('request.invalid')
    if (sent.isTooLarge) throw new Refusal('request.tooLarge')
    await copyFile(sent.path, uploadedFile(folder), constants.COPYFILE_EXCL)
    const shop = await readShop(services.database, tenant.id)
    const preview = await readable(call, { file: uploadedFile(folder), shop })
    const fileName = cleanName(sent.name)
    await call.inTenant('write', async (tx) => {
      await tx.query(
        deleteOldDetails,
        new Date(now.getTime() - undoWindowDays * dayMs),
        new Date(now.getTime() - 30 * dayMs),
      )
      await tx.query(insertRun, id, fileName, JSON.stringify(preview), user.id, user.username, now)
    })
    return { id }
  } catch (error) {
    await services.importFolders.drop(tenant.id, id)
    throw error
  }
})

const keepPreview = prepared(`
  update change_sets set preview = $3 where tenant_id = $1 and id = $2 and state in ('uploaded', 'checked', 'failed')`)

/** Reads the first rows again, with another encoding or heading row. */
export const rereadFile = verb(rereadImport, async (call, { id, encoding, headRow }) => {
  const { services, tenant, now } = call
  const before = await call.inTenant('write', async (tx) => {
    await lockRun({ tx, now }, id, 'check')
    return (await readRunFile(tx, id)).preview
  })
  const file = uploadedFile(services.importFolders.of(tenant.id, id))
  const shop = await readShop(services.database, tenant.id)
  const asked = { encoding: encoding ?? before.encoding, headRow }
  const preview = await readable(call, { file, shop, ...asked })
  await call.inTenant('write', (tx) => tx.query(keepPreview, id, JSON.stringify(preview)))
})

async function readable(
  { language, tenant }: Pick<Call<typeof postImportFile>, 'language' | 'tenant'>,
  task: Parameters<typeof previewInThread>[1],
): Promise<Preview> {
  try {
    return await previewInThread(tenant.id, task)
  } catch (error) {
    if (error instanceof ImportProblem) throw unreadableRefusal(language, error)
    throw error
  }
}

/** The refusal with the problem in the user's language. */
export function unreadableRefusal(language: Language, { code, value }: ImportProblem): Refusal {
  const problem = translate(language, `panel.import.problem.${code}` as MessageKey, { value })
  return new Refusal('import.unreadable', { values: { problem } })
}

/** Without folders and control characters. */
function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return (
    last
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 200) || '–'
  )
}
