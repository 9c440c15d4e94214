import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http.ts'
import { translate } from '#server/i18n.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { Refusal } from '#shared/errors.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { postImportFile, rereadImport } from '#shared/imports.ts'
import type { Language } from '#shared/tenancy.ts'
import { readShop } from '../catalogueImport.ts'
import type { Preview } from '../file/reading.ts'
import { ImportProblem } from '../file/report.ts'
import { previewInThread } from '../file/thread.ts'
import { lockRun, readRunFile } from './run.ts'
import { bringRunFile, dropRunFiles, keepRunFile, runFileLifetimeMs } from './runFiles.ts'

const insertRun = prepared(`
  insert into change_sets (
    tenant_id, id, source, file_name, state, preview, created_by, created_by_name, created_at, file_kept_until)
  values ($1, $2, 'panel', $3, 'uploaded', $4, $5, $6, $7, $8)`)

/** Stores an uploaded file and reads its first rows. */
export const takeFile = verb(postImportFile, async (call) => {
  const { services, tenant, now, user } = call
  const id = newId()
  const [sent] = call.files
  if (!sent) throw new Refusal('request.invalid')
  if (sent.isTooLarge) throw new Refusal('request.tooLarge')
  const shop = await readShop(services.database, tenant.id)
  const preview = await readable(call.language, previewInThread(tenant.id, { file: sent.path, shop }))
  const run = { tenantId: tenant.id, runId: id }
  const { objects } = services.photos
  try {
    await keepRunFile(objects, run, 'file', sent.path)
    const keptUntil = new Date(now.getTime() + runFileLifetimeMs)
    const fileName = cleanName(sent.name)
    await call.inTenant('write', async (tx) => {
      const by = [user.id, user.username, now]
      await tx.query(insertRun, id, fileName, JSON.stringify(preview), ...by, keptUntil)
      await requestJobs(tx, undefined, ['cleanup'], keptUntil)
    })
    return { id }
  } catch (error) {
    await dropRunFiles(objects, run)
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
  const shop = await readShop(services.database, tenant.id)
  const asked = { encoding: encoding ?? before.encoding, headRow }
  const folder = await mkdtemp(path.join(tmpdir(), 'toptan-import-'))
  const read = async () => {
    try {
      const run = { tenantId: tenant.id, runId: id }
      const file = await bringRunFile(services.photos.objects, run, 'file', folder)
      return await previewInThread(tenant.id, { file, shop, ...asked })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  const preview = await readable(call.language, read())
  await call.inTenant('write', (tx) => tx.query(keepPreview, id, JSON.stringify(preview)))
})

async function readable(language: Language, preview: Promise<Preview>): Promise<Preview> {
  try {
    return await preview
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

/** Of a file, without folders and control characters. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return (
    last
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 200) || '–'
  )
}
