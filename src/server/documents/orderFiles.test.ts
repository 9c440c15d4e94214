import readExcelFile from 'read-excel-file/node'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { cleanUp } from '#server/images/cleanUp.ts'
import { pagesOf, picturesOf } from '#test/pdfText.ts'
import { plainPicture, sendPhotos } from '#test/upload.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'
import { partOf } from '#test/zip.ts'
import { finishBackgroundFiles } from './backgroundFiles.ts'
import { orderFiles } from './orderFiles.ts'

const app = useApp()
const shop = shopPerFile(app, 'orderfiles')
let ids: string[]
const count = 60

// Starting the drawing thread may be slow.
vi.setConfig({ testTimeout: 120_000 })

beforeAll(async () => {
  const file = { name: 'a.jpg', bytes: await plainPicture(640, 900).jpeg().toBuffer() }
  await sendPhotos(shop.admin, { itemCode: 'A1', colorCode: '01' }, file)
  await shop.update('variants set inventory = 10000')
  ids = []
  for (let number = 0; number < count; number += 1)
    ids.push((await shop.place({ lines: { 'A1 S': 1, 'B1 M': 2 } })).id)
})
afterEach(async () => {
  for (const client of [shop.admin, shop.agent, shop.dealer])
    for (const { id } of await filesOf(client)) await client.post('/api/Shop/DeleteOrderFile', { id })
  await vi.waitUntil(() => orderFiles.inProgress.size === 0, { timeout: 30_000 })
})

type File = { id: string; state: string; done: number; orders: number; fileName: string; kind: string }
const filesOf = async (client = shop.admin): Promise<File[]> =>
  (await client.get('/api/Shop/GetOrderFiles')).body.data
const start = (input: object, client = shop.admin) => client.post('/api/Shop/StartOrderFile', input)

async function made(kind: string, given = ids): Promise<Buffer> {
  const begun = await start({ kind, ids: given }, shop.admin.as({ langCode: 'en' }))
  expect([begun.status, begun.body]).toEqual([200, expect.anything()])
  const { id } = begun.body.data
  await expect
    .poll(async () => (await filesOf()).find((file) => file.id === id)?.state, { timeout: 90_000 })
    .toBe('ready')
  const answer = await shop.admin.get('/api/Shop/GetOrderFile', { id })
  expect(answer.status).toBe(200)
  expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(
    `${given.length} orders.${kind}`,
  )
  return answer.body
}

test('many orders become one PDF, with each photo embedded once', async () => {
  const pdf = await made('pdf')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pagesOf(pdf)).toBe(count)
  expect(picturesOf(pdf)).toBe(1)
  expect(await filesOf()).toEqual([
    expect.objectContaining({ state: 'ready', kind: 'pdf', orders: count, done: count }),
  ])
})

test('or one workbook with the same sheets as a direct download', async () => {
  const several = ids.slice(0, 3).toReversed()
  const body = await made('xlsx', several)
  const english = shop.admin.as({ langCode: 'en' })
  const atOnce = await english.get('/api/Shop/GetOrdersExcel', { ids: several.join() })
  const [sheets, expected] = [await readExcelFile(body), await readExcelFile(atOnce.body)]
  expect(sheets).toEqual(expected)
  expect(sheets).toHaveLength(3)
  const pane = /<pane [^>]*ySplit="(\d+)"/
  const first = 'xl/worksheets/sheet1.xml'
  expect(pane.exec(partOf(body, first))?.[1]).toBe(pane.exec(partOf(atOnce.body, first))?.[1])
  expect(await readExcelFile(await made('xlsx'))).toHaveLength(count)
})

test('one at a time per user, with at most 1,000 orders', async () => {
  const [one, other] = await Promise.all([start({ kind: 'pdf', ids }), start({ kind: 'pdf', ids })])
  expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  const many = Array.from({ length: 1001 }, (_, index) => ids[0]?.slice(0, -4) + String(1000 + index))
  const refused = await start({ kind: 'pdf', ids: many }, shop.admin.as({ langCode: 'en' }))
  expect([refused.status, refused.body.code]).toEqual([400, 'orderFile.tooMany'])
  expect(refused.body.Message).toContain('1000')
})

test('two at a time per process', async () => {
  const [admin, agent, dealer] = await Promise.all([
    start({ kind: 'pdf', ids }),
    start({ kind: 'pdf', ids }, shop.agent),
    start({ kind: 'pdf', ids }, shop.dealer),
  ])
  expect([admin, agent, dealer].map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 503,
  ])
  await expect.poll(() => orderFiles.inProgress.size, { timeout: 90_000 }).toBe(0)
  expect((await start({ kind: 'xlsx', ids }, shop.dealer)).status).toBe(200)
})

test('one aborted by the end of the server has failed', async () => {
  await start({ kind: 'pdf', ids })
  await finishBackgroundFiles(0)
  expect(await filesOf()).toMatchObject([{ state: 'failed' }])
})

test('deleting a file in progress aborts it and leaves nothing behind', async () => {
  const { body } = await start({ kind: 'pdf', ids })
  const { id } = body.data
  expect((await shop.dealer.post('/api/Shop/DeleteOrderFile', { id })).status).toBe(404)
  expect((await shop.admin.post('/api/Shop/DeleteOrderFile', { id })).status).toBe(200)
  expect(await filesOf()).toEqual([])
  await expect.poll(() => orderFiles.inProgress.size).toBe(0)
  expect((await shop.admin.get('/api/Shop/GetOrderFile', { id })).status).toBe(404)
  expect(await app.photos.objects.get(`${shop.tenantId}/orders/${id}`)).toBeUndefined()
})

test('is only for the user who requested it, with orders that they may reach', async () => {
  const change = { lines: { 'B1 M': 1 }, currAccCode: '120.03', salesPersonCode: 'P2' }
  const foreign = (await shop.place(change, shop.admin)).id
  expect((await start({ kind: 'pdf', ids: [...ids, foreign] }, shop.agent)).status).toBe(404)
  await made('pdf')
  const [file] = await filesOf()
  expect(await filesOf(shop.agent)).not.toContainEqual(expect.objectContaining({ id: file?.id }))
  for (const client of [shop.agent, shop.dealer])
    expect((await client.get('/api/Shop/GetOrderFile', { id: file?.id ?? '' })).status).toBe(404)
  expect((await shop.visitor.get('/api/Shop/GetOrderFile', { id: file?.id ?? '' })).status).toBe(401)
})

test('counts as failed after its process died, and no longer blocks another', async () => {
  await shop.query(
    `insert into order_files (tenant_id, id, user_id, kind, state, file_name, orders, done, created_at, seen_at)
     select $1, gen_random_uuid(), id, 'pdf', 'making', 'lost.pdf', 60, 7, now() - interval '40 s', now() - interval '31 s'
     from users where tenant_id = $1 and username = 'admin' returning id`,
  )
  expect(await filesOf()).toEqual([expect.objectContaining({ fileName: 'lost.pdf', state: 'failed' })])
  await made('pdf', ids.slice(0, 2))
})

test('is deleted after a day', async () => {
  await made('pdf', ids.slice(0, 2))
  const [file] = await filesOf()
  await shop.update(`order_files set created_at = created_at - interval '25 hours'`)
  expect(await filesOf()).toEqual([])
  expect((await shop.admin.get('/api/Shop/GetOrderFile', { id: file?.id ?? '' })).status).toBe(404)
  const key = `${shop.tenantId}/orders/${file?.id}`
  const stored = await app.photos.objects.get(key)
  stored?.stream.destroy()
  expect(stored).toBeDefined()
  await cleanUp(app, shop.tenantId, new Date())
  expect(await app.photos.objects.get(key)).toBeUndefined()
  expect(await shop.query('select id from order_files where tenant_id = $1')).toHaveLength(0)
})
