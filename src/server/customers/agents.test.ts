import { describe, expect, test } from 'vitest'
import { type Client, dataOf, refusal } from '#test/app.ts'
import { changesOf } from '#test/changes.ts'
import { password } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const at = '/api/Account/'
const app = useApp()
const shop = shopPerTest(app)

type AgentRow = { id: string; salesPersonCode: string; customers: number; version: number }

async function list(input: object = {}, client: Client = shop.admin): Promise<AgentRow[]> {
  return (await dataOf(client.post(`${at}GetSalesPersons`, input))).items
}
const codes = async (input: object = {}) => (await list(input)).map((row) => row.salesPersonCode)

async function agentOf(code: string, client: Client = shop.admin): Promise<AgentRow> {
  for (const state of ['active', 'passive', 'deleted']) {
    const found = (await list({ state }, client)).find((row) => row.salesPersonCode === code)
    if (found) return found
  }
  throw new Error(`No agent ${code}`)
}
const idOf = async (code: string) => (await agentOf(code)).id
const remove = async (code: string) => shop.admin.get(`${at}DeleteSalesPerson`, { id: await idOf(code) })
const restore = async (code: string) => shop.admin.post(`${at}RestoreSalesPerson`, { id: await idOf(code) })

describe('agents', () => {
  test('are listed with their customers and users', async () => {
    const { body } = await shop.admin.post(`${at}GetSalesPersons`, {})
    expect(body.data.total).toBe(2)
    expect(body.data.items[0]).toMatchObject({
      salesPersonCode: 'P1',
      firstLastName: 'Pelin Agent',
      isActive: true,
      isDeleted: false,
      version: 1,
      customers: 2,
      users: [{ username: 'agent' }],
    })
    expect(body.data.items[1]).toMatchObject({ salesPersonCode: 'P2', customers: 1, users: [] })
  })

  test('are searched and sorted with Turkish rules, and paged', async () => {
    for (const [salesPersonCode, firstLastName, email] of [
      ['Z1', 'İnce Çağla', ''],
      ['Z2', 'Çetin Işık', 'isik@example.com'],
      ['Z3', 'Zeki', ''],
    ]) {
      await shop.admin.post(`${at}AddSalesPerson`, { salesPersonCode, firstLastName, email })
    }
    for (const search of ['İNCE', 'ince', 'ÇAĞLA', 'çağ']) expect(await codes({ search })).toEqual(['Z1'])
    for (const search of ['IŞIK', 'ışık', 'isik@', 'z2']) expect(await codes({ search })).toEqual(['Z2'])
    expect(await codes({ search: '%' })).toEqual([])
    expect(await codes()).toEqual(['Z2', 'Z1', 'P1', 'P2', 'Z3'])
    expect(await codes({ sort: 'customers', order: 'desc' })).toEqual(['P1', 'P2', 'Z3', 'Z2', 'Z1'])
    const pages = [1, 2, 3, 4].map((page) => codes({ sort: 'customers', page, limit: 2 }))
    expect(await Promise.all(pages)).toEqual([['Z1', 'Z2'], ['Z3', 'P2'], ['P1'], []])
  })

  test('are added once: deleted ones keep their code', async () => {
    const body = { salesPersonCode: 'P1', firstLastName: 'Another' }
    const taken = await shop.admin.as({ langCode: 'en' }).post(`${at}AddSalesPerson`, body)
    expect(taken.status).toBe(400)
    expect(taken.body.fields).toEqual({ salesPersonCode: 'Already in use' })
    await remove('P1')
    const buried = await shop.admin.as({ langCode: 'en' }).post(`${at}AddSalesPerson`, body)
    expect(buried.body.fields.salesPersonCode).toMatch(/deleted/)
    const together = await Promise.all(
      [1, 2].map(() => shop.admin.post(`${at}AddSalesPerson`, { ...body, salesPersonCode: 'P9' })),
    )
    expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('are changed from the current version', async () => {
    const { id, version } = await agentOf('P1')
    const change = (firstLastName: string) =>
      shop.admin.post(`${at}UpdateSalesPerson`, { id, version, firstLastName, isActive: false })
    const answers = await Promise.all([change('Pelin One'), change('Pelin Two')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('record.changed')
    const { body } = await shop.admin.get(`${at}GetSalesPersonById`, { id })
    expect(body.data).toMatchObject({ version: 2, isActive: false, salesPersonCode: 'P1' })
    expect(await codes({ state: 'passive' })).toEqual(['P1'])
    expect(await codes({ state: 'active' })).toEqual(['P2'])
    const [changed] = await changesOf(app, shop, 'agent')
    expect(changed).toMatchObject({
      action: 'changed',
      subjectName: `P1 ${body.data.firstLastName}`,
      userName: 'admin',
      before: { firstLastName: 'Pelin Agent', isActive: true },
      after: { firstLastName: body.data.firstLastName, isActive: false },
    })
  })

  test('may be passive: get customers, but no new orders', async () => {
    const { id } = await agentOf('P2')
    await shop.admin.post(`${at}UpdateSalesPerson`, { id, firstLastName: 'Polat Agent', isActive: false })
    const choice = await shop.admin.get(`${at}GetSalesPersonForSelect`)
    expect(choice.body.data).toEqual([
      { salesPersonCode: 'P1', firstLastName: 'Pelin Agent' },
      { salesPersonCode: 'P2', firstLastName: 'Polat Agent' },
    ])
    const offered = await shop.dealer.get('/api/Shop/GetShopSalesPerson')
    expect(offered.body.data).toEqual([{ salesPersonCode: 'P1', firstLastName: 'Pelin Agent' }])
  })
})

describe('a deleted agent', () => {
  test('is signed out, neither offered nor accepted; past orders keep the name', async () => {
    const place = (client: Client) => shop.order({}, client)
    expect((await place(shop.agent)).status).toBe(200)
    expect((await remove('P1')).status).toBe(200)
    expect((await remove('P1')).status).toBe(200)

    expect((await shop.agent.get('/api/Shop/GetCustomers')).status).toBe(401)
    const again = await shop.visitor.post(`${at}authenticate`, { username: 'agent', password })
    expect(again.status).toBe(401)
    const offered = await shop.dealer.get('/api/Shop/GetShopSalesPerson')
    expect(offered.body.data).toEqual([{ salesPersonCode: 'P2', firstLastName: 'Polat Agent' }])
    expect((await place(shop.dealer)).status).toBe(404)
    const orders = await shop.admin.post('/api/Shop/GetOrders', {})
    expect(orders.body.data.items[0].salesPerson).toBe('Pelin Agent')
    expect(await codes()).toEqual(['P2'])
    expect(await codes({ state: 'deleted' })).toEqual(['P1'])
    const update = await shop.admin.post(`${at}UpdateSalesPerson`, {
      id: await idOf('P1'),
      firstLastName: 'X',
    })
    expect(update.status).toBe(404)
  })

  test('leaves customers without an agent until restored', async () => {
    await remove('P1')
    const customers = async () =>
      (await shop.admin.get('/api/Shop/GetCustomers')).body.data.map(
        (one: { currAccCode: string; salesPersonCode: string }) => [one.currAccCode, one.salesPersonCode],
      )
    expect(await customers()).toEqual([
      ['120.01', ''],
      ['120.02', ''],
      ['120.03', 'P2'],
    ])
    const without = await shop.admin.post(`${at}GetCustomerList`, { agent: '-' })
    expect(without.body.data.total).toBe(2)
    // Changed meanwhile, without an agent given.
    const { body } = await shop.admin.get(`${at}GetCustomerById`, { id: '120.01' })
    expect(body.data.salesPersonCode).toBe('')
    expect((await shop.admin.post(`${at}UpdateCustomer`, { ...body.data, city: 'İzmir' })).status).toBe(200)

    expect((await restore('P1')).status).toBe(200)
    expect((await customers())[0]).toEqual(['120.01', 'P1'])
    const signedIn = await shop.visitor.post(`${at}authenticate`, { username: 'agent', password })
    expect(signedIn.status).toBe(200)
    const reach = await shop.visitor.as({ token: signedIn.body.token }).get('/api/Shop/GetCustomers')
    expect(reach.body.data).toHaveLength(2)
    const log = (await changesOf(app, shop, 'agent')).map(({ action, subjectName }) => [action, subjectName])
    expect(log).toEqual([
      ['deleted', 'P1 Pelin Agent'],
      ['restored', 'P1 Pelin Agent'],
    ])
  })

  test('is never the caller', async () => {
    await shop.admin.post(`${at}AddUser`, {
      username: 'both',
      password: 'kuzey ışığı 42 martı',
      roles: ['admin', 'sp'],
      salesPersonCode: 'P1',
    })
    const { body } = await shop.visitor.post(`${at}authenticate`, {
      username: 'both',
      password: 'kuzey ışığı 42 martı',
    })
    const both = shop.visitor.as({ token: body.token })
    expect(await both.get(`${at}DeleteSalesPerson`, { id: await idOf('P1') })).toMatchObject(
      refusal(409, 'user.oneself'),
    )
    // Somebody else may; the other role remains.
    expect((await remove('P1')).status).toBe(200)
    expect((await both.get(`${at}GetUserInfo`)).status).toBe(401)
    const later = await shop.visitor.post(`${at}authenticate`, {
      username: 'both',
      password: 'kuzey ışığı 42 martı',
    })
    const info = await shop.visitor.as({ token: later.body.token }).get(`${at}GetUserInfo`)
    expect(info.body.roles).toEqual(['admin'])
  })
})

describe('handing over', () => {
  test('moves all customers of an agent, even a deleted one', async () => {
    await remove('P1')
    const id = await idOf('P1')
    const answer = await shop.admin.post(`${at}HandOverCustomers`, { id, toSalesPersonCode: 'P2' })
    expect(answer.body.data).toEqual({ count: 2 })
    expect((await agentOf('P2')).customers).toBe(3)
    await restore('P1')
    expect((await agentOf('P1')).customers).toBe(0)
    const { body } = await shop.admin.get(`${at}GetCustomerById`, { id: '120.01' })
    expect(body.data).toMatchObject({ salesPersonCode: 'P2', version: 2 })
    expect((await changesOf(app, shop, 'agent'))[1]).toEqual({
      action: 'handedOver',
      subjectName: 'P1 Pelin Agent',
      userName: 'admin',
      before: { salesPersonCode: 'P1' },
      after: { salesPersonCode: 'P2', customers: ['120.01', '120.02'] },
    })
  })

  test('needs another active agent', async () => {
    await shop.admin.post(`${at}AddSalesPerson`, {
      salesPersonCode: 'P3',
      firstLastName: 'Idle',
      isActive: false,
    })
    const id = await idOf('P1')
    await remove('P2')
    for (const toSalesPersonCode of ['P2', 'P3', 'none', 'P1']) {
      const refused = await shop.admin.post(`${at}HandOverCustomers`, { id, toSalesPersonCode })
      expect(refused.status).toBe(400)
      expect(Object.keys(refused.body.fields)).toEqual(['toSalesPersonCode'])
    }
    expect((await agentOf('P1')).customers).toBe(2)
  })
})
