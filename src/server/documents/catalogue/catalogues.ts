import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { trackBackgroundFile } from '#server/backgroundFiles.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import { type Call, StreamAnswer, verb } from '#server/http.ts'
import { translate } from '#server/i18n.ts'
import { tenantKey } from '#server/images/photoStore.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { Refusal } from '#shared/errors.ts'
import {
  deletePhotoCatalogue,
  getPhotoCatalogue,
  getPhotoCatalogues,
  type PhotoCatalogue,
  startPhotoCatalogue,
} from '#shared/photoCatalogues.ts'
import { maxCatalogueProducts } from '#shared/photoLayouts.ts'
import { printCatalogue } from '../printing.ts'
import type { Catalogue } from './catalogueLook.ts'
import { readProducts } from './catalogueProducts.ts'

/** How long a catalogue is kept. */
export const catalogueLifetimeMs = 24 * 60 * 60_000
/** Drawing reports every `reportIntervalMs`; without a report for `staleAfterMs` it counts as failed. */
const staleAfterMs = 30_000
const reportIntervalMs = 1000

export const catalogueObject = (tenantId: string, id: string) => tenantKey(tenantId, 'catalogue', `${id}.pdf`)

type StartCall = Call<typeof startPhotoCatalogue>

// One at a time per user.
const insert = prepared(`
  insert into photo_catalogues (tenant_id, id, user_id, state, file_name, products, created_at, seen_at)
  select $1, $2, $3, 'drawing', $4, $5, $6, $6
  where not exists (select from photo_catalogues where tenant_id = $1 and user_id = $3 and state = 'drawing' and seen_at > $7)
  on conflict (tenant_id, id) do nothing returning id`)

/** Starts drawing in the background and returns the id. */
export const start = verb(startPhotoCatalogue, async (call, asked) => {
  const { inTenant, user, now, language, tenant } = call
  const products = await inTenant('read', (tx) => readProducts(tx, asked, asked))
  if (products.length === 0) throw new Refusal('catalogue.empty')
  if (products.length > maxCatalogueProducts) {
    throw new Refusal('catalogue.tooLarge', { values: { limit: maxCatalogueProducts } })
  }
  const id = newId()
  const title = asked.title || tenant.displayName
  const name = `${asked.title || translate(language, 'panel.imagesPdf')}.pdf`
  const staleBefore = new Date(now.getTime() - staleAfterMs)
  const [started] = await inTenant('write', async (tx) => {
    await requestJobs(tx, undefined, ['cleanup'], new Date(now.getTime() + catalogueLifetimeMs))
    return tx.query(insert, id, user.id, name, products.length, now, staleBefore)
  })
  if (!started) throw new Refusal('catalogue.busy')
  const { perPage, sections, withCover } = asked
  const abort = new AbortController()
  const drawing = { products, title, perPage, sections, withCover, madeAt: now.toISOString() }
  trackBackgroundFile(draw(call, id, drawing, abort), abort)
  return { id }
})

const report = prepared(`
  update photo_catalogues set done = $3, seen_at = $4 where tenant_id = $1 and id = $2 and state = 'drawing' returning id`)
const settle = prepared(
  `update photo_catalogues set state = $3, done = $4, seen_at = $5 where tenant_id = $1 and id = $2 returning id`,
)

/** Draws and stores the file and records the outcome. Aborts once the row is deleted. */
async function draw(call: StartCall, id: string, drawing: Catalogue, abort: AbortController): Promise<void> {
  const { inTenant, tenant, services, language, request } = call
  const end = async (state: 'ready' | 'failed', done: number) => {
    const rows = await inTenant('write', (tx) => tx.query(settle, id, state, done, new Date()))
    return rows.length > 0
  }
  const key = catalogueObject(tenant.id, id)
  let reportedAt = 0
  const onDone = (done: number) => {
    if (Date.now() - reportedAt < reportIntervalMs) return
    reportedAt = Date.now()
    void inTenant('write', (tx) => tx.query(report, id, done, new Date())).then(
      (rows) => rows.length > 0 || abort.abort(),
      () => {},
    )
  }
  let folder: string | undefined
  try {
    // On disk: too large for memory.
    folder = await mkdtemp(join(tmpdir(), 'catalogue-'))
    const deps = { tenant, photos: services.photos }
    const file = join(folder, 'catalogue.pdf')
    await printCatalogue(drawing, file, language, deps, { onDone, signal: abort.signal })
    await services.photos.objects.put(key, { file }, 'application/pdf')
    if (!(await end('ready', drawing.products.length))) await services.photos.objects.remove(key)
  } catch (error) {
    if (!abort.signal.aborted) request.log.error({ err: error }, 'photo catalogue failed')
    await end('failed', 0).catch(() => {})
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

const list = prepared(`
  select coalesce(json_agg(json_build_object(
    'id', id, 'state', case when state = 'drawing' and seen_at <= $4 then 'failed' else state end,
    'fileName', file_name, 'products', products, 'done', done,
    'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by created_at desc, id desc), '[]')
    as found
  from photo_catalogues where tenant_id = $1 and user_id = $2 and created_at > $3`)

export const listOwn = verb(getPhotoCatalogues, async ({ tx, user, now }) => {
  const since = new Date(now.getTime() - catalogueLifetimeMs)
  const staleBefore = new Date(now.getTime() - staleAfterMs)
  const [row] = await tx.query<{ found: PhotoCatalogue[] }>(list, user.id, since, staleBefore)
  return row?.found ?? []
})

const find = prepared(`
  select file_name as name from photo_catalogues
  where tenant_id = $1 and id = $2 and user_id = $3 and state = 'ready'`)

export const download = verb(getPhotoCatalogue, async ({ inTenant, user, tenant, services }, { id }) => {
  const [found] = await inTenant('read', (tx) => tx.query<{ name: string }>(find, id, user.id))
  const stored = found && (await services.photos.objects.get(catalogueObject(tenant.id, id)))
  if (!stored) throw new Refusal('notFound')
  return new StreamAnswer(stored.stream, found.name, 'application/pdf')
})

const deleteRow = prepared(
  'delete from photo_catalogues where tenant_id = $1 and id = $2 and user_id = $3 returning id',
)

/** If it is still being drawn, its file is deleted afterwards. */
export const remove = verb(deletePhotoCatalogue, async ({ tx, user, tenant, services, request }, { id }) => {
  const [deleted] = await tx.query(deleteRow, id, user.id)
  if (!deleted) throw new Refusal('notFound')
  tx.afterCommit(() => {
    services.photos.objects
      .remove(catalogueObject(tenant.id, id))
      .catch((error: unknown) => request.log.error({ err: error }, 'photo catalogue not removed'))
  })
})
