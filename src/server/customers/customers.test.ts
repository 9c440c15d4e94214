import { beforeAll, expect, test } from 'vitest'
import { addAccount } from '#server/customers/addAccount.ts'
import { prepared } from '#server/db/statement.ts'
import { type Client, dataOf } from '#test/app.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app, 'customers')

const accounts = [
  ['M-100', 'İNCE Tekstil', 'Bursa'],
  ['M-200', 'Ismarlama Ürün', 'İzmir'],
  ['M-300', 'Мода Елка', 'Москва'],
  ['X.M-1', 'أزياء القاهرة', 'القاهرة'],
  ['M-400', '%50 İndirim', ''],
  ['77', 'Zümrüt', ''],
  ['770', 'Aslan', ''],
  ['77.1', 'Barış', ''],
] as const

beforeAll(async () => {
  await app.database.inTenant(shop.tenantId, 'write', async (tx) => {
    for (const [code, description, city] of accounts) {
      const address = { email: '', phone: '', taxNumber: '', taxOffice: '', address: '', city, country: '' }
      const terms = { currencyCode: 'TRY', priceGroup: 'CB', agentCode: code === 'M-200' ? 'P2' : 'P1' }
      await addAccount(
        tx,
        { code, description, ...address, ...terms, excludedBrands: [], subAccounts: [] },
        new Date(),
      )
    }
    await tx.query(prepared(`update accounts set is_blocked = true where tenant_id = $1 and code = '120.03'`))
  })
})

async function codes(query: Record<string, string>, client: Client = shop.admin): Promise<string[]> {
  return (await dataOf(client.get('/api/Shop/GetCustomers', query))).map(
    (one: { currAccCode: string }) => one.currAccCode,
  )
}

test.each([
  ['ince', ['M-100']],
  ['INCE TEKSTİL', ['M-100']],
  ['ısmarlama', ['M-200']],
  ['ISMARLAMA urun', ['M-200']],
  ['ЁЛКА', ['M-300']],
  ['ازياء', ['X.M-1']],
  ['bursa', ['M-100']],
  ['%', ['M-400']],
  ['_', []],
  ['tekstil ince', ['M-100']],
  ['ince urun', []],
])('accounts are found by what is said of them, folded: %s', async (search, expected) => {
  expect(await codes({ search })).toEqual(expected)
})

test('code prefixes come first, up to the limit', async () => {
  const found = await codes({ search: 'm-' })
  expect(found.at(-1)).toBe('X.M-1')
  expect(found).toHaveLength(5)
  expect(await codes({ search: 'm-', limit: '2' })).toEqual(found.slice(0, 2))
  expect(await codes({ limit: '3' })).toEqual((await codes({})).slice(0, 3))
  expect((await shop.admin.get('/api/Shop/GetCustomers', { limit: '0' })).status).toBe(400)
})

test('an exact code comes first', async () => {
  expect(await codes({ search: '77' })).toEqual(['77', '770', '77.1'])
})

test('agents find their own customers, customers themselves, nobody a blocked one', async () => {
  expect(await codes({ search: 'ismarlama' }, shop.agent)).toEqual([])
  expect(await codes({ search: 'ince' }, shop.agent)).toEqual(['M-100'])
  expect(await codes({ search: 'ince' }, shop.dealer)).toEqual([])
  expect(await codes({ search: '120' }, shop.dealer)).toEqual(['120.01'])
  expect(await codes({ search: '120.03' })).toEqual([])
})

test('the office finds customers the same way', async () => {
  const { body } = await shop.admin.post('/api/Account/GetCustomerList', { search: 'ismarlama URUN' })
  expect(body.data.items.map((one: { currAccCode: string }) => one.currAccCode)).toEqual(['M-200'])
})
