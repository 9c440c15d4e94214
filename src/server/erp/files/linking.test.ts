import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTransfers } from '#test/erp/useTransfers.ts'
import { newShop, shopPerTest, useApp } from '#test/useShop.ts'
import { erpFetchJob } from '../sync/fetchJob.ts'
import { setErpFolder } from './folderStore.ts'

const app = useApp()
const shop = shopPerTest(app)
const transfers = useTransfers(app, shop)

beforeAll(() => setErpFolder(app.folder))
afterAll(() => setErpFolder(''))

const folder = { kind: 'files', settings: { where: 'folder', folder: 'siparis' }, isAutomatic: true }

test('orders go to their own tenant’s folder, without a password', async () => {
  transfers.dispatcher().start()
  for (const each of [shop, await newShop(app)]) {
    const { body: tried } = await each.admin.post('/api/Erp/TestLink', {
      ...folder,
      isAutomatic: undefined,
    })
    expect(tried.data).toEqual({ isUp: true, said: `ERP_FOLDER/${each.tenantId}/siparis` })
    expect((await each.admin.post('/api/Erp/SaveLink', folder)).body).toMatchObject({ success: true })
    const { id, number, guidKey } = await each.place({ lines: { 'A1 S': 2 } })
    const file = `${number}-${guidKey}.csv`
    const own = join(app.folder, each.tenantId, 'siparis')
    await expect.poll(() => readdir(own).catch(() => []), { timeout: 8000 }).toContain(file)
    expect(await readFile(join(own, file), 'utf8')).toContain(';A1-01-S;')
    const way = () => each.admin.get('/api/Erp/GetOrderTransfer', { id })
    await expect.poll(async () => (await way()).body.data.transfer.state, { timeout: 8000 }).toBe('sent')
    expect((await way()).body.data.transfer).toMatchObject({ erpNumber: file })
  }
})

test('a folder link stores no secret, and a server link asks for it again', async () => {
  const http = { kind: 'http', settings: { url: 'https://erp.example.com' }, isAutomatic: true }
  await shop.admin.post('/api/Erp/SaveLink', { ...http, secret: 'of the ERP' })
  await shop.admin.post('/api/Erp/SaveLink', { ...folder, version: 1 })
  const { body } = await shop.admin.get('/api/Erp/GetLink')
  expect(body.data.link).toMatchObject({ kind: 'files', hasSecret: false, version: 2 })
  expect(
    (await shop.admin.post('/api/Erp/TestLink', { ...folder, isAutomatic: undefined })).body.data,
  ).toMatchObject({ isUp: true })
  const back = await shop.admin.post('/api/Erp/SaveLink', { ...http, version: 2 })
  expect(back.body).toMatchObject({ code: 'erp.secretRequired' })
  const sftp = { where: 'sftp', host: 'files.example.com', username: 'u' }
  const server = { kind: 'files', settings: sftp, isAutomatic: true, version: 2 }
  expect((await shop.admin.post('/api/Erp/SaveLink', server)).body.code).toBe('erp.secretRequired')
  expect((await shop.admin.post('/api/Erp/SaveLink', { ...server, secret: 's' })).status).toBe(200)
  // Without the secret the mapping may change, the user name may not.
  const mapped = { ...server, version: 3, settings: { ...sftp, folder: 'in' } }
  expect((await shop.admin.post('/api/Erp/SaveLink', mapped)).status).toBe(200)
  const other = { ...server, version: 4, settings: { ...sftp, username: 'v' } }
  expect((await shop.admin.post('/api/Erp/SaveLink', other)).body.code).toBe('erp.secretRequired')
})

test('reports each invalid setting', async () => {
  const refused = async (settings: object) =>
    (await shop.admin.post('/api/Erp/SaveLink', { ...folder, settings, secret: 's' })).body.fields
  const columns = [
    { name: 'A', value: '{line.qty}' },
    { name: '', value: '{nothing}' },
  ]
  expect(Object.keys(await refused({ where: 'folder', columns }))).toEqual([
    'columns.1.name',
    'columns.1.value',
  ])
  expect(Object.keys(await refused({ where: 'sftp', hostKey: 'MD5:a' }))).toEqual([
    'host',
    'username',
    'hostKey',
  ])
  for (const wrong of ['../x', '/etc', '.ssh', 'a/../b', 'a\\b', 'a/']) {
    expect(Object.keys(await refused({ where: 'folder', folder: wrong }))).toEqual(['folder'])
  }
})

test('previews the newest order while the settings are edited', async () => {
  const preview = async (settings: object, kind = 'files') =>
    await shop.admin.post('/api/Erp/PreviewMapping', { kind, settings })
  const columns = [
    { name: 'No', value: '{orderNumber}' },
    { name: 'Kod', value: '{line.productCode}' },
    { name: 'Tutar', value: '{line.total}' },
  ]
  expect((await preview({ columns })).body.data).toEqual({ columns: ['No', 'Kod', 'Tutar'], rows: [] })
  await shop.place()
  const { number: orderNumber } = await shop.place({ lines: { 'A1 S': 2 } })
  expect((await preview({ columns })).body.data).toEqual({
    orderNumber,
    columns: ['No', 'Kod', 'Tutar'],
    rows: [[orderNumber, 'A1-01-S', '200,00']],
  })
  const asked = { columns, dialect: 'comma', productCode: '{itemCode}/{size}' }
  expect((await preview(asked)).body.data.rows).toEqual([[orderNumber, 'A1/S', '200.00']])
  const wrong = await preview({ columns: [{ name: 'No', value: '{number}' }] })
  expect(Object.keys(wrong.body.fields)).toEqual(['columns.0.value'])
  const fields = [{ name: 'note', value: '{orderNumber} {account.code}' }]
  expect((await preview({ fields }, 'odoo')).body.data.rows).toEqual([['note', `${orderNumber} 120.01`]])
})

test('balances and documents are read from files in the folder', async () => {
  const place = join(app.folder, shop.tenantId, 'siparis')
  await mkdir(place, { recursive: true })
  const balances = 'Cari kodu;Para birimi;Bakiye;Vadesi geçmiş;Bakiye tarihi\r\n'
  await writeFile(
    join(place, 'balances.csv'),
    `\ufeff${balances}120.01;TL;1.234,56;100,00;02.03.2026 09:30\r\n120.01;EUR;(20,00);;02.03.2026\r\n120.02;;50;;\r\n120.03;TL;5;;\r\n120.03;EUR;1.234;;\r\nX;;1;;\r\n`,
  )
  await writeFile(
    join(place, 'documents.csv'),
    'Account code,Document type,Document number,Date,Due date,Debit,Credit,Open amount\n120.01,Invoice,F1,2026-02-01,2026-03-01,1234.56,,200.10\n120.01,Cheque,C7,2026-02-03,2026-06-30,,500,500\n',
  )
  const changedAt = new Date('2026-03-03T10:00:00Z')
  await utimes(join(place, 'balances.csv'), changedAt, changedAt)
  await shop.admin.post('/api/Erp/SaveLink', {
    ...folder,
    settings: { ...folder.settings, schedule: { balances: 60, stock: 5 } },
  })
  const syncs = transfers.jobs({ erpFetch: erpFetchJob(app, { now: transfers.now }) })
  syncs.wake(shop.tenantId, 'erpFetch')
  const runs = async () => (await shop.admin.get('/api/Erp/GetSyncs')).body.data
  await transfers.waitUntil(async () => (await runs()).runs[0]?.endedAt !== undefined)
  await syncs.stop()
  const { syncs: kinds, runs: all } = await runs()
  expect(kinds.map(({ what }: { what: string }) => what)).toEqual(['balances'])
  expect(all).toMatchObject([{ what: 'balances', added: 2, refused: 2, error: '' }])
  expect(all[0].problems).toEqual([
    { name: '120.03 (6)', reason: 'numberOutOfRange' },
    { name: 'X', reason: 'unknownCustomer' },
  ])
  const creditOf = async (currAccCode: string) =>
    (await shop.admin.get('/api/Shop/GetCredit', { currAccCode })).body.data.credit
  expect(await creditOf('120.01')).toMatchObject({
    balance: 1234.56,
    overdue: 100,
    asOf: '2026-03-02T06:30:00.000Z',
    missing: ['EUR'],
  })
  expect((await creditOf('120.03')).asOf).toBeUndefined()
  expect(await creditOf('120.02')).toMatchObject({ balance: 50, asOf: '2026-03-03T10:00:00.000Z' })
  expect(
    await shop.query(
      'select kind, number, amount::float8, open_amount::float8, due_on::text from account_documents where tenant_id = $1 order by key',
    ),
  ).toEqual([
    { kind: 'cheque', number: 'C7', amount: -500, open_amount: 500, due_on: '2026-06-30' },
    { kind: 'invoice', number: 'F1', amount: 1234.56, open_amount: 200.1, due_on: '2026-03-01' },
  ])
})
