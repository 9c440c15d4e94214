import { Agent, request } from 'node:http'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { snapshotName } from '#server/db/tenant.ts'
import type { Client } from '#test/app.ts'
import { runSql } from '#test/database.ts'
import { orderBody, wholesaler } from '#test/factories.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'
import { formatOf, isQuoted } from '#test/zip.ts'
import { maxRunningExports } from './listExport.ts'

const app = useApp()
const shop = shopPerFile(app, 'exports')
const superuser = () => ({ ...app.connections.owner, user: 'postgres' })
let placed: string[]
const at = '/api/Account/ExportCustomers'
const file = (input: object = {}, client: Client = shop.admin, path = at) =>
  client.post(path, {
    columns: ['currAccCode', 'currAccDescription', 'branches'],
    format: 'csv',
    sort: 'currAccCode',
    ...input,
  })
const linesOf = (body: Buffer) => body.toString().replace('\ufeff', '').trimEnd().split('\r\n')

beforeAll(async () => {
  const lines = { 'A1 S': 2 }
  const own = await shop.place({ lines })
  const other = await shop.place({ lines, currAccCode: '120.03', salesPersonCode: 'P2' }, shop.admin)
  placed = [own.id, other.id]
})

const rename = (code: string, name: string) =>
  shop.update('accounts set description = $3 where code = $2', code, name)

type Opened = { agent?: Agent; isShort?: boolean }

describe('as CSV', () => {
  test('has a byte order mark, the requested columns in order, and the filtered rows', async () => {
    const { status, headers, body } = await file({ columns: ['branches', 'currAccCode'], search: '120.02' })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(
      /^attachment; filename\*=UTF-8''Müşteriler \d{4}-\d\d-\d\d\.csv$/,
    )
    expect(body.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(linesOf(body)).toEqual(['Şubeler;Müşteri kodu', '1;120.02'])
  })

  test.each([
    ['tr', ';'],
    ['ru', ';'],
    ['en', ','],
    ['ar', ','],
  ])('in %s parts cells by %s', async (langCode, mark) => {
    const { body } = await file({}, shop.admin.as({ langCode }))
    expect(linesOf(body)[1]).toBe(['120.01', 'Dealer 120.01', '1'].join(mark))
  })

  test('has the list’s order, and only selected rows if any', async () => {
    const listed = await shop.admin.post('/api/Account/GetCustomerList', { sort: 'currAccCode' })
    const ids = [0, 2].map((index) => listed.body.data.items[index].id)
    const { body } = await file({ columns: ['currAccCode'], order: 'desc', ids })
    expect(linesOf(body).slice(1)).toEqual(['120.03', '120.01'])
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+90 532', "'+90 532"],
    ['-5', "'-5"],
    ['@sum(a1)', "'@sum(a1)"],
    ["'=1+1", "''=1+1"],
    ['＝1+1', "'＝1+1"],
    ['＋90 532', "'＋90 532"],
    ['－5', "'－5"],
    ['＠sum(a1)', "'＠sum(a1)"],
    ["it's", "it's"],
    ['a "b"; c', '"a ""b""; c"'],
    ['two\nlines', '"two\nlines"'],
    ['İnci Işık', 'İnci Işık'],
  ])('writes %j so that no spreadsheet takes it for more than text', async (name, cell) => {
    await rename('120.02', name)
    const { body } = await file({ search: '120.02' })
    expect(body.toString()).toContain(`120.02;${cell};1\r\n`)
    await rename('120.02', 'Dealer 120.02')
  })
})

describe('as a workbook', () => {
  const rowsOf = (body: Buffer) => readSheet(body)

  test('keeps the types of numbers, times and texts', async () => {
    const columns = ['orderNumber', 'customer', 'orderDate', 'qty', 'amount', 'currency', 'state']
    const english = shop.admin.as({ langCode: 'en' })
    const input = { columns, format: 'xlsx', sort: 'orderNumber', order: 'asc', timeZone: 'Asia/Tokyo' }
    const { status, headers, body } = await file(input, english, '/api/Shop/ExportOrders')
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('spreadsheetml.sheet')
    const [head, first, ...others] = await rowsOf(body)
    expect(head).toEqual([
      'Order no.',
      'Customer',
      'Order date',
      'Quantity',
      'Amount without VAT TRY',
      'Currency',
      'Status',
    ])
    expect(others).toHaveLength(1)
    expect(first?.map((cell) => typeof cell)).toEqual([
      'number',
      'string',
      'object',
      'number',
      'number',
      'string',
      'string',
    ])
    expect(first?.slice(3, 6)).toEqual([2, 200, 'TRY'])
    const listed = await shop.admin.post('/api/Shop/GetOrders', { sort: 'orderNumber', order: 'asc' })
    const placedAt = Date.parse(listed.body.data.items[0].orderDate)
    const shown = new Date(String(first?.[2])).getTime()
    expect(Math.abs(shown - placedAt - 9 * 3_600_000)).toBeLessThanOrEqual(60_000)
  })

  test('formats each number and time as what it is: no separators in order numbers', async () => {
    await shop.update('orders set number = number + 1327')
    const columns = ['orderNumber', 'orderDate', 'qty', 'amount', 'customer']
    const asked = { columns, sort: 'orderNumber', order: 'asc' }
    const read = async (format: string) =>
      (await file({ ...asked, format }, shop.admin.as({ langCode: 'en' }), '/api/Shop/ExportOrders')).body
    const book = await read('xlsx')
    const formats = ['A2', 'B2', 'C2', 'D2', 'E2'].map((cell) => formatOf(book, cell))
    // Plain, date and time, with separators, with two decimals, text because it has digits.
    expect(formats).toEqual(['1', '22', '3', '4', '49'])
    const [first] = (await rowsOf(book)).slice(1)
    expect(first?.[0]).toBeGreaterThan(1328)
    expect(linesOf(await read('csv'))[1]).toMatch(/^\d{4},\d{4}-\d\d-\d\d \d\d:\d\d,2,200\.00,Dealer/)
    await shop.update('orders set number = number - 1327')
  })

  test('has a numeric column per currency', async () => {
    const own = await wholesaler(app, 'currencies')
    const rows = ['EUR', 'TRY'].map((currencyCB, index) => ({
      itemCode: `A${index + 1}`,
      colorCode: '01',
      itemDim1Code: 'S',
      priceCB: '99.90',
      currencyCB,
    }))
    await own.load(rows)
    const line = async (itemCode: string, qty: number, priceCurrencyCode: string) => ({
      productId: own.id(`${itemCode} S`),
      qty,
      unitPrice: 99.9,
      priceCurrencyCode,
    })
    const [euros, liras] = [await line('A1', 1, 'EUR'), await line('A2', 2, 'TRY')]
    const order = async (...lines: object[]) => {
      const body = { ...orderBody({}), lines }
      return (await own.dealer.post('/api/Shop/PostShopCart', body)).body.orderId
    }
    const [, inLiras] = [await order(euros, liras), await order(liras)]
    const asked = { columns: ['amount', 'currency'], sort: 'orderNumber', order: 'asc' }
    const read = async (client: Client, input: object) =>
      (await file({ ...asked, ...input }, client, '/api/Shop/ExportOrders')).body
    const english = own.admin.as({ langCode: 'en' })
    expect(await rowsOf(await read(english, { format: 'xlsx' }))).toEqual([
      ['Amount without VAT EUR', 'Amount without VAT TRY', 'Currency'],
      [99.9, 199.8, 'TRY EUR'],
      [null, 199.8, 'TRY'],
    ])
    expect(linesOf(await read(own.admin, {}))).toEqual([
      'Tutar (KDV hariç) EUR;Tutar (KDV hariç) TRY;Para birimi',
      '99,90;199,80;TRY EUR',
      ';199,80;TRY',
    ])
    // Only currencies in the file.
    expect(linesOf(await read(english, { ids: [inLiras] }))).toEqual([
      'Amount without VAT TRY,Currency',
      '199.80,TRY',
    ])
    expect(linesOf(await read(english, { text: 'nobody' }))).toEqual(['Amount without VAT,Currency'])
  })

  test('keeps formulas and characters invalid in XML as text', async () => {
    for (const name of ['=1+1', '＝1+1', '＠sum(a1)', '<&> "quoted" _x0041_', 'tab\there']) {
      await rename('120.02', name)
      const { body } = await file({ format: 'xlsx', search: '120.02' })
      expect((await rowsOf(body))[1]).toEqual(['120.02', name, 1])
      // By which it stays text when somebody edits the cell.
      expect(isQuoted(body, 'B2')).toBe(/^[=＝＠]/.test(name))
    }
    await rename('120.02', 'a\u0001b')
    expect((await rowsOf((await file({ format: 'xlsx', search: '120.02' })).body))[1]?.[1]).toBe('a b')
    await rename('120.02', 'Dealer 120.02')
  })
})

describe('has the list’s access rules', () => {
  const orders = { columns: ['customer'], sort: 'orderNumber', order: 'asc' }

  test('an agent gets the orders of their own customers, a dealer their own', async () => {
    const all = linesOf((await file(orders, shop.admin, '/api/Shop/ExportOrders')).body).slice(1)
    expect(all).toEqual(['Dealer 120.01', 'Dealer 120.03'])
    for (const client of [shop.agent, shop.dealer]) {
      const { body } = await file({ ...orders, ids: placed }, client, '/api/Shop/ExportOrders')
      expect(linesOf(body).slice(1)).toEqual(['Dealer 120.01'])
    }
  })

  test.each([
    { columns: [] },
    { columns: ['passwordHash'] },
    { format: 'pdf' },
    { timeZone: 'Mars/Olympus' },
    { ids: ['x'] },
    { sort: 'nothing' },
  ])('refuses %o', async (input) => {
    expect((await file(input)).status).toBe(400)
  })
})

describe('many rows', () => {
  const count = 12_000
  const input = { columns: ['when', 'name'], format: 'csv', dateTo: '2021-01-01T00:00:00Z' }
  let authorization: string
  beforeAll(async () => {
    const { body } = await shop.signIn('admin')
    authorization = `Bearer ${body.token}`
    await shop.query(`
          insert into changes (tenant_id, id, at, user_name, subject, subject_name, action)
          select $1, gen_random_uuid(), timestamptz '2020-01-01' + n * interval '1 minute', 'admin', 'order',
                 'bulk ' || n || repeat(' long', 200), 'changed'
          from generate_series(1, ${count}) n returning id`)
    // The planner needs row counts; autovacuum would do it later.
    await runSql(superuser(), 'analyze changes')
  })

  test('are complete and in order', async () => {
    // Sorted one way only.
    const asked = { ...input, sort: undefined }
    const { status, body } = await file(asked, shop.admin, '/api/Account/ExportChanges')
    expect(status).toBe(200)
    const lines = linesOf(body).slice(1)
    expect(lines).toHaveLength(count)
    expect(lines[0]).toContain(`bulk ${count} `)
    expect(lines.at(-1)).toContain('bulk 1 ')
  })

  test('sequential exports release their connections', async () => {
    for (let turn = 0; turn < maxRunningExports + 1; turn += 1) expect((await file()).status).toBe(200)
    await expect.poll(() => onSnapshots('count(*)')).toBe(0)
  })

  test('sequential exports over one connection leave no listeners', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error) => warnings.push(warning)
    process.on('warning', onWarning)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = 0; turn < 12; turn += 1) {
      await new Promise((resolve, reject) => {
        const sent = open((response) => response.on('end', resolve).resume(), { agent, isShort: true })
        sent.on('error', reject)
      })
    }
    agent.destroy()
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
  })

  test('cancelled exports leave nothing running', async () => {
    for (let turn = 0; turn < maxRunningExports + 1; turn += 1) await callOff()
    await expect.poll(async () => (await file({}, shop.admin)).status).toBe(200)
    await expect.poll(() => onSnapshots('count(*)')).toBe(0)
  })

  test('interrupted exports are recognisably incomplete', async () => {
    const answer = await new Promise<string>((resolve) => {
      const sent = open((response) => {
        let killed = false
        response.on('data', () => {
          if (killed) return
          killed = true
          response.pause()
          void onSnapshots('count(pg_terminate_backend(pid))').then(() => response.resume())
        })
        response.on('end', () => resolve('whole'))
        response.on('error', () => resolve('broken off'))
      })
      sent.on('error', () => resolve('broken off'))
    })
    expect(answer).toBe('broken off')
  })

  /** Counts or kills the server's snapshot connections. */
  async function onSnapshots(what: 'count(*)' | 'count(pg_terminate_backend(pid))'): Promise<number> {
    const text = `select ${what} from pg_stat_activity where datname = current_database() and application_name = $1`
    const [row] = await runSql<{ count: string }>(superuser(), text, [snapshotName])
    return Number(row?.count)
  }

  /** Requests a file and disconnects early. */
  const callOff = () =>
    new Promise<void>((resolve) => {
      const sent = open((response) => {
        response.once('data', () => sent.destroy())
        response.on('close', () => resolve())
        response.on('error', () => {})
      })
      sent.on('error', () => {})
    })

  function open(onAnswer: Parameters<typeof request>[2], { agent, isShort }: Opened = {}) {
    const sent = request(
      {
        ...(agent ? { agent } : {}),
        host: '127.0.0.1',
        port: app.port,
        method: 'POST',
        path: '/api/Account/ExportChanges',
        headers: { host: 'exports.localhost', 'content-type': 'application/json', authorization },
      },
      onAnswer,
    )
    sent.end(
      JSON.stringify({
        ...input,
        columns: ['when', 'who', 'name', 'before', 'after', 'action', 'what'],
        ...(isShort ? { dateTo: '2020-01-01T00:05:00Z' } : {}),
      }),
    )
    return sent
  }
})
