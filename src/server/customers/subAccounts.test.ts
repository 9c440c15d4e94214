import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { dataOf } from '#test/app.ts'
import { changesOf } from '#test/changes.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const at = '/api/Account/'
const app = useApp()
const shop = shopPerTest(app)

async function read(id: string) {
  return dataOf(shop.admin.get(`${at}GetCustomerById`, { id }))
}
/** Saves a customer as read, with changes. */
const save = async (currAccCode: string, change: object) =>
  shop.admin.post(`${at}UpdateCustomer`, { ...(await read(currAccCode)), ...change })

describe('branches', () => {
  type Branch = { subCurrAccId: string; subCurrAccCode: string; companyName: string }
  const branchesOf = async (code: string): Promise<Branch[]> => (await read(code)).subCurrAccs

  test('are added, renamed, reordered and removed', async () => {
    const [first] = await branchesOf('120.01')
    const second = { subCurrAccCode: 'S2', companyName: 'Second' }
    expect((await save('120.01', { subCurrAccs: [second, first] })).status).toBe(200)
    const [added] = await branchesOf('120.01')
    expect(await branchesOf('120.01')).toMatchObject([second, first])
    // Swapping codes keeps the ids.
    const swapped = [
      { ...added, subCurrAccCode: 'S1' },
      { ...first, subCurrAccCode: 'S2' },
    ]
    expect((await save('120.01', { subCurrAccs: swapped })).status).toBe(200)
    expect(await branchesOf('120.01')).toEqual(swapped)
    await save('120.01', { subCurrAccs: [swapped[1]] })
    const offered = await shop.dealer.get('/api/Shop/GetSubCurrAccs', { currAccCode: '120.01' })
    expect(offered.body.data.map((one: Branch) => one.subCurrAccId)).toEqual([first?.subCurrAccId])
    const log = await changesOf(app, shop, 'customer')
    expect(log.at(-1)).toMatchObject({
      before: { subCurrAccs: swapped },
      after: { subCurrAccs: [swapped[1]] },
    })
  })

  test('that were deleted accept no orders, and return by id or code', async () => {
    const [first] = await branchesOf('120.01')
    const place = () => shop.order({ subCurrAccId: first?.subCurrAccId })
    await save('120.01', { subCurrAccs: [] })
    expect(await branchesOf('120.01')).toEqual([])
    expect((await place()).status).toBe(404)
    await save('120.01', { subCurrAccs: [{ subCurrAccCode: 'S1', companyName: 'Opened again' }] })
    expect(await branchesOf('120.01')).toMatchObject([
      { subCurrAccId: first?.subCurrAccId, companyName: 'Opened again' },
    ])
    await save('120.01', { subCurrAccs: [] })
    expect((await save('120.01', { subCurrAccs: [first] })).status).toBe(200)
    expect(await branchesOf('120.01')).toEqual([first])
    expect((await place()).status).toBe(200)
  })

  test('may take the code of a deleted one', async () => {
    const [first] = await branchesOf('120.01')
    await save('120.01', { subCurrAccs: [{ subCurrAccCode: 'S2', companyName: 'Second' }] })
    const [second] = await branchesOf('120.01')
    expect((await save('120.01', { subCurrAccs: [{ ...second, subCurrAccCode: 'S1' }] })).status).toBe(200)
    expect((await branchesOf('120.01'))[0]?.subCurrAccId).toBe(second?.subCurrAccId)
    const clash = await save('120.01', { subCurrAccs: [{ ...second, subCurrAccCode: 'S1' }, first] })
    expect(clash.status).toBe(400)
  })

  test('of another customer are not found', async () => {
    const [foreign] = await branchesOf('120.02')
    expect((await save('120.01', { subCurrAccs: [foreign] })).status).toBe(404)
    const unknown = { subCurrAccId: randomUUIDv7(), subCurrAccCode: 'S9', companyName: 'Nobody' }
    expect((await save('120.01', { subCurrAccs: [unknown] })).status).toBe(404)
    expect(await branchesOf('120.02')).toEqual([foreign])
    expect(await branchesOf('120.01')).toHaveLength(1)
  })
})
