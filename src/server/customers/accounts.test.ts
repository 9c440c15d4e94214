import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { dataOf } from '#test/app.ts'
import { changesOf } from '#test/changes.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const at = '/api/Account/'
const app = useApp()
const shop = shopPerTest(app)

const fields = { currAccDescription: 'İnce Çizgi Moda', currencyCode: 'TRY', priceGroup: 'CB' }

async function read(id: string, client = shop.admin) {
  return dataOf(client.get(`${at}GetCustomerById`, { id }))
}
const add = (more: object) => shop.admin.post(`${at}AddCustomer`, { ...fields, ...more })
/** Saves a customer as read, with changes. */
const save = async (currAccCode: string, change: object) =>
  shop.admin.post(`${at}UpdateCustomer`, { ...(await read(currAccCode)), ...change })
async function codes(input: object = {}): Promise<string[]> {
  return (await dataOf(shop.admin.post(`${at}GetCustomerList`, input))).items.map(
    (row: { currAccCode: string }) => row.currAccCode,
  )
}

describe('customers', () => {
  test('are listed with agent, branches and excluded brands', async () => {
    const { body } = await shop.admin.post(`${at}GetCustomerList`, { search: '120.02' })
    expect(body.data.total).toBe(1)
    expect(body.data.items[0]).toMatchObject({
      currAccCode: '120.02',
      currAccDescription: 'Dealer 120.02',
      salesPersonCode: 'P1',
      salesPerson: 'Pelin Agent',
      isBlocked: false,
      isDeleted: false,
      subCurrAccs: 1,
      excludedBrands: 1,
    })
  })

  test('are searched by code, name, city, mail and tax number, with Turkish case rules', async () => {
    await add({ currAccCode: 'X1', city: 'Iğdır', email: 'satis@ince.example', taxNumber: '9988776655' })
    await add({ currAccCode: 'X2', currAccDescription: '100% Pamuk' })
    for (const search of ['İNCE', 'ince', 'ÇİZGİ', 'ığdır', 'IĞDIR', 'iğdir', 'satis@', '99887', 'x1']) {
      expect(await codes({ search })).toEqual(['X1'])
    }
    expect(await codes({ search: '%' })).toEqual(['X2'])
    expect(await codes({ search: '_' })).toEqual([])
    expect(await codes({ search: `'; drop table accounts; --` })).toEqual([])
    const choice = await shop.admin.get(`${at}GetAccountsForSelect`, { search: 'ÇİZ' })
    expect(choice.body.data).toEqual([{ currAccCode: 'X1', currAccDescription: 'İnce Çizgi Moda' }])
    expect((await shop.admin.get(`${at}GetAccountsForSelect`)).body.data).toHaveLength(5)
  })

  test('are filtered, sorted and paged without gaps', async () => {
    for (const n of [1, 2, 3, 4, 5]) await add({ currAccCode: `Z${n}`, priceGroup: 'TF' })
    expect(await codes({ agent: 'P2' })).toEqual(['120.03'])
    expect(await codes({ agent: '-', sort: 'currAccCode', order: 'desc', limit: 2 })).toEqual(['Z5', 'Z4'])
    expect(await codes({ priceGroup: 'TF', agent: 'P1' })).toEqual([])
    expect(await codes({ sort: 'salesPerson', order: 'desc', limit: 3 })).toEqual([
      '120.03',
      '120.02',
      '120.01',
    ])
    const seen: string[] = []
    for (const page of [1, 2, 3, 4]) seen.push(...(await codes({ page, limit: 2, sort: 'priceGroup' })))
    expect(seen).toEqual(['120.01', '120.02', '120.03', 'Z1', 'Z2', 'Z3', 'Z4', 'Z5'])
    await save('Z1', { isBlocked: true })
    await shop.admin.get(`${at}DeleteCustomer`, { id: 'Z2' })
    expect(await codes({ state: 'blocked' })).toEqual(['Z1'])
    expect(await codes({ state: 'deleted' })).toEqual(['Z2'])
    expect(await codes({ state: 'open', search: 'z' })).toEqual(['Z3', 'Z4', 'Z5'])
    expect(await codes({ search: 'z', limit: 1 })).toEqual(['Z1'])
  })

  test('are added with their branches in order', async () => {
    const subCurrAccs = ['B2', 'B1'].map((code) => ({ subCurrAccCode: code, companyName: `Branch ${code}` }))
    const added = await add({
      currAccCode: '120.09',
      salesPersonCode: 'P2',
      taxOffice: 'Merter',
      subCurrAccs,
    })
    expect(added.status).toBe(200)
    const account = await read(added.body.data.id)
    expect(account).toMatchObject({ ...fields, currAccCode: '120.09', salesPersonCode: 'P2', version: 1 })
    expect(account.subCurrAccs).toMatchObject(subCurrAccs)
    const branches = await shop.admin.get('/api/Shop/GetSubCurrAccs', { currAccCode: '120.09' })
    expect(branches.body.data).toMatchObject(subCurrAccs)
    const [log] = await changesOf(app, shop, 'customer')
    expect(log).toMatchObject({
      action: 'added',
      subjectName: '120.09 İnce Çizgi Moda',
      userName: 'admin',
      before: null,
      after: { priceGroup: 'CB', salesPersonCode: 'P2', subCurrAccs },
    })
  })

  test('keep the office’s note until it is changed, and record it', async () => {
    expect((await save('120.01', { note: 'Öder geç\nama öder' })).status).toBe(200)
    const { note: _note, ...unaware } = await read('120.01')
    expect((await shop.admin.post(`${at}UpdateCustomer`, unaware)).status).toBe(200)
    expect((await read('120.01')).note).toBe('Öder geç\nama öder')
    const [change] = await shop.query<{ after: object }>(
      `select after from changes where tenant_id = $1 and subject = 'customer' and action = 'changed'`,
    )
    expect(change?.after).toEqual({ note: 'Öder geç\nama öder' })
    for (const client of [shop.dealer, shop.agent])
      expect(JSON.stringify((await client.get('/api/Shop/GetCustomers')).body)).not.toContain('öder')
  })

  test('are refused with problems per field', async () => {
    const english = shop.admin.as({ langCode: 'en' })
    const refused = async (more: object) => {
      const { status, body } = await english.post(`${at}AddCustomer`, { ...fields, ...more })
      expect(status).toBe(400)
      return body.fields
    }
    expect(await refused({ currAccCode: '120.01', salesPersonCode: 'none' })).toEqual({
      currAccCode: 'Already in use',
      salesPersonCode: 'No such record',
    })
    await shop.admin.get(`${at}DeleteCustomer`, { id: '120.03' })
    expect((await refused({ currAccCode: '120.03' })).currAccCode).toMatch(/deleted/)
    const twice = { subCurrAccCode: 'B', companyName: 'Twice' }
    expect(await refused({ currAccCode: 'N1', subCurrAccs: [twice, twice] })).toEqual({
      'subCurrAccs.1.subCurrAccCode': 'Already in use',
    })
    expect(Object.keys(await refused({ currAccCode: 'N1', priceGroup: ' ', currencyCode: 'try' }))).toEqual([
      'currencyCode',
      'priceGroup',
    ])
    const together = await Promise.all([1, 2, 3].map(() => add({ currAccCode: 'N1' })))
    expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  })

  test('are changed from the current version, with the differences recorded', async () => {
    const before = await read('120.01')
    const change = (city: string) => shop.admin.post(`${at}UpdateCustomer`, { ...before, city })
    const answers = await Promise.all([change('İzmir'), change('Ankara')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await save('120.01', { version: 1 })).body.code).toBe('record.changed')
    const { version: _none, ...unversioned } = before
    const written = await shop.admin.post(`${at}UpdateCustomer`, { ...unversioned, salesPersonCode: 'P2' })
    expect(written.body.data).toEqual({ version: 3 })
    expect(await read('120.01')).toMatchObject({ city: '', salesPersonCode: 'P2', version: 3 })
    const log = await changesOf(app, shop, 'customer')
    expect(log).toHaveLength(2)
    expect(log[0]?.before).toEqual({ city: '' })
    expect(log[1]).toMatchObject({
      before: { salesPersonCode: 'P1' },
      after: { salesPersonCode: 'P2', city: '' },
    })
    // The other agent gets the customer at once.
    expect((await shop.agent.get('/api/Shop/GetSubCurrAccs', { currAccCode: '120.01' })).status).toBe(404)
    expect((await save('120.01', { salesPersonCode: 'none' })).status).toBe(400)
    expect((await save('120.01', { currAccCode: 'none' })).status).toBe(404)
  })
})

describe('a blocked customer', () => {
  test('can look but not order, and is not offered to agents', async () => {
    const place = (client = shop.dealer) => shop.order({}, client)
    expect((await place()).status).toBe(200)
    await save('120.01', { isBlocked: true })
    for (const client of [shop.dealer, shop.agent, shop.admin]) {
      expect((await place(client)).body.code).toBe('order.accountBlocked')
    }
    expect((await shop.dealer.get('/api/Shop/GetShopHome')).body.data.brands).toHaveLength(2)
    expect((await shop.dealer.post('/api/Shop/GetOrders', {})).body.data.total).toBe(1)
    expect((await shop.agent.get('/api/Shop/GetShopHome', { currAccCode: '120.01' })).status).toBe(200)
    const offered = await shop.agent.get('/api/Shop/GetCustomers')
    expect(offered.body.data.map((one: { currAccCode: string }) => one.currAccCode)).toEqual(['120.02'])
    await save('120.01', { isBlocked: false })
    expect((await place()).status).toBe(200)
  })
})

describe('a deleted customer', () => {
  test('is signed out at the next call, and restored unchanged', async () => {
    const body = shop.orderBody()
    await shop.dealer.post('/api/Shop/PostShopCart', body)
    const before = await read('120.01')
    expect(before.users).toMatchObject([{ username: 'dealer' }])
    expect((await shop.admin.get(`${at}DeleteCustomer`, { id: before.id })).status).toBe(200)
    expect((await shop.admin.get(`${at}DeleteCustomer`, { id: before.id })).status).toBe(200)

    expect((await shop.dealer.get(`${at}GetUserInfo`)).status).toBe(401)
    expect((await shop.signIn()).status).toBe(401)
    expect(
      (await shop.agent.post('/api/Shop/PostShopCart', { ...body, guidKey: randomUUIDv7() })).status,
    ).toBe(404)
    expect((await shop.admin.post('/api/Shop/GetOrders', {})).body.data.total).toBe(1)
    expect(await codes({ search: '120.01' })).toEqual([])
    expect((await shop.admin.get(`${at}GetAccountsForSelect`, { search: '120.01' })).body.data).toEqual([])
    expect(await read('120.01')).toMatchObject({ isDeleted: true })
    expect((await save('120.01', {})).status).toBe(404)

    expect((await shop.admin.post(`${at}RestoreCustomer`, { id: '120.01' })).status).toBe(200)
    expect(await read('120.01')).toEqual({ ...before, version: before.version + 2 })
    const { body: tokens } = await shop.signIn()
    const dealer = shop.visitor.as({ token: tokens.token })
    expect((await dealer.post('/api/Shop/GetOrders', {})).body.data.total).toBe(1)
    const log = (await changesOf(app, shop, 'customer')).map(({ action, subjectName }) => [
      action,
      subjectName,
    ])
    expect(log).toEqual([
      ['deleted', '120.01 Dealer 120.01'],
      ['restored', '120.01 Dealer 120.01'],
    ])
  })
})
