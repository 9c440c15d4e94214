import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import { temporaryFolder } from '#server/files/temporaryFolder.ts'
import { verb } from '#server/http/http.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { cleanName, readable, sentFile, withSentFile } from '#server/tableFiles/sentFile.ts'
import { withRead } from '#server/tableFiles/thread.ts'
import { postImportFile, rereadImport } from '#shared/imports/imports.ts'
import { readShop } from '../catalogueImport.ts'
import { previewReader } from '../file/reading.ts'
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
  const sent = sentFile(call)
  const shop = await readShop(services.database, tenant.id)
  const preview = await withSentFile(call, previewReader, { shop }, (read) => read)
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
  update change_sets set preview = $3, state = 'uploaded', options = '{}', counts = '{}', problem = null where tenant_id = $1 and id = $2 and state in ('uploaded', 'checked', 'failed')`)

/** Reads the first rows again, with another encoding, sheet or heading row. */
export const rereadFile = verb(rereadImport, async (call, { id, encoding, sheet, headRow }) => {
  const { services, tenant, now } = call
  const before = await call.inTenant('write', async (tx) => {
    await lockRun({ tx, now }, id, 'check')
    return (await readRunFile(tx, id)).preview
  })
  const shop = await readShop(services.database, tenant.id)
  const asked = { encoding: encoding ?? before.encoding, sheet: sheet ?? before.sheet, headRow }
  const read = async () => {
    await using folder = await temporaryFolder()
    const run = { tenantId: tenant.id, runId: id }
    const file = await bringRunFile(services.photos.objects, run, 'file', folder.path)
    return await withRead(tenant.id, previewReader, { file, shop, ...asked }, (preview) => preview)
  }
  const preview = await readable(call.language, read())
  await call.inTenant('write', (tx) => tx.query(keepPreview, id, JSON.stringify(preview)))
})
