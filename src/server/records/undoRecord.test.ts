import { describe, expect, test } from 'vitest'
import { operatorActor, recordChange } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { priceRules } from '#server/pricing/priceRuleTable.ts'
import type { Change } from '#shared/changes/changes.ts'
import { authGroups } from '#shared/pages.ts'
import { savePriceRule } from '#shared/pricing/priceRules.ts'
import { dataOf, refusal } from '#test/app.ts'
import { tenPercent } from '#test/priceRule.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import { waitingForLocks } from '#test/waitingForLocks.ts'

const at = '/api/Account/'
const app = useApp()
const shop = shopPerTest(app)

/** The newest change of a kind of record. */
async function lastChange(subject: string, client = shop.admin): Promise<Change> {
  const { items } = await dataOf(client.post(`${at}GetChanges`, { subject }))
  return items[0]
}
const undo = ({ id }: Pick<Change, 'id'>, client = shop.admin, confirmed = false) =>
  client.post(`${at}UndoRecordChange`, { id, confirmed })

const customer = (code = '120.01') => dataOf(shop.admin.get(`${at}GetCustomerById`, { id: code }))
const save = async (change: object) =>
  dataOf(shop.admin.post(`${at}UpdateCustomer`, { ...(await customer()), ...change }))

const userNamed = async (name: string) => {
  const { items } = await dataOf(shop.admin.post(`${at}GetSystemUsers`, { search: name }))
  return dataOf(shop.admin.get(`${at}GetSystemUserById`, { id: items[0].id }))
}
/** The change log, and the pages. */
const givePages = (...pageIds: number[]) =>
  shop.update(
    `users set auths = $2, page_auths = $3 where username = 'agent'`,
    JSON.stringify([{ groupName: 'office', number: authGroups.office.changes }]),
    JSON.stringify(pageIds.map((pageId) => ({ pageId, isAllow: true }))),
  )

describe('undoing brings back', () => {
  test('the fields and branches of a customer, and leaves what was changed since', async () => {
    const before = await customer()
    const branch = { subCurrAccCode: 'S9', companyName: 'Yeni', address: '' }
    await save({ city: 'Bursa', creditLimit: 500.5, note: 'Peşin', subCurrAccs: [branch] })
    const change = await lastChange('customer')
    expect(change.canUndo).toBe(true)
    await save({ note: 'Vadeli' })
    expect((await undo(change)).body.data).toEqual({ isUndone: true, kept: ['note'] })
    const { version: _version, ...now } = await customer()
    const { version: _was, ...wanted } = before
    expect(now).toEqual({ ...wanted, note: 'Vadeli' })
    expect(await lastChange('customer')).toMatchObject({
      action: 'changed',
      before: { city: 'Bursa', creditLimit: 500.5 },
      after: { city: before.city },
    })
    // Only what was changed since is left.
    expect((await undo(change)).body.data).toEqual({ isUndone: false, kept: ['note'] })
  })

  test('nothing twice', async () => {
    await save({ city: 'Bursa' })
    const change = await lastChange('customer')
    expect((await undo(change)).status).toBe(200)
    expect(await undo(change)).toMatchObject(refusal(409, 'change.undone'))
  })

  test('a deleted customer, and takes an added one back', async () => {
    const added = await dataOf(
      shop.admin.post(`${at}AddCustomer`, {
        currAccCode: 'X1',
        currAccDescription: 'Yanlış',
        currencyCode: 'TRY',
        priceGroup: 'CB',
      }),
    )
    const change = await lastChange('customer')
    expect((await undo(change)).body.data).toEqual({ isUndone: true, kept: [] })
    expect(await customer('X1')).toMatchObject({ id: added.id, isDeleted: true })
    expect(await undo(change)).toMatchObject(refusal(409, 'change.undone'))
    expect((await undo(await lastChange('customer'))).status).toBe(200)
    expect(await customer('X1')).toMatchObject({ isDeleted: false })
  })

  test('an agent and the settings', async () => {
    const { items } = await dataOf(shop.admin.post(`${at}GetSalesPersons`, {}))
    const [agent] = items
    const { customers: _customers, users: _users, salesPersonCode: _code, isDeleted: _gone, ...form } = agent
    await dataOf(shop.admin.post(`${at}UpdateSalesPerson`, { ...form, maxDiscount: 33, phone: '1' }))
    expect((await undo(await lastChange('agent'))).status).toBe(200)
    const read = await dataOf(shop.admin.get(`${at}GetSalesPersonById`, { id: agent.id }))
    expect(read).toMatchObject({ maxDiscount: agent.maxDiscount, phone: agent.phone })

    const settings = await dataOf(shop.admin.get(`${at}GetTenantSettings`))
    const taxRates = [{ code: '20', name: 'Genel', percent: 20 }]
    const changed = { ...settings, taxRates, languages: ['en', 'tr'], heldStockHours: 5 }
    await dataOf(shop.admin.post(`${at}UpdateTenantSettings`, changed))
    const change = await lastChange('settings')
    expect(change.after).toMatchObject({ taxRates, heldStockHours: 5 })
    expect((await undo(change)).status).toBe(200)
    const { version, ...back } = await dataOf(shop.admin.get(`${at}GetTenantSettings`))
    expect(back).toEqual({ ...settings, version: undefined })
    expect(version).toBe(settings.version + 2)
  })

  test('a user’s roles, pages and tasks, never a password', async () => {
    const before = await userNamed('dealer')
    const {
      hasTotp: _totp,
      sessions: _sessions,
      canEdit: _may,
      createdAt: _at,
      isDeleted: _gone,
      ...form
    } = before
    const change = { pageAuths: [{ pageId: 42, isAllow: true }], firstName: 'Can', password: 'Kuzey 47 gemi' }
    await dataOf(shop.admin.post(`${at}UpdateUser`, { ...form, ...change }))
    const reset = await lastChange('user')
    expect(reset).toMatchObject({ action: 'passwordReset' })
    expect(reset).not.toHaveProperty('canUndo')
    expect(await undo(reset)).toMatchObject(refusal(404, 'notFound'))
    const { items } = await dataOf(shop.admin.post(`${at}GetChanges`, { subject: 'user' }))
    expect((await undo(items[1])).body.data).toEqual({ isUndone: true, kept: [] })
    expect(await userNamed('dealer')).toMatchObject({ firstName: before.firstName, pageAuths: [] })
  })
})

describe('undoing a change of the catalogue’s order', () => {
  const shopCall = (path: string, input: object) => dataOf(shop.admin.post(`/api/Shop/${path}`, input))

  test('renames and shows a brand and a category again', async () => {
    const { items } = await shopCall('GetBrands', {})
    const { brandId, brandName } = items[0]
    await shopCall('UpdateBrand', { brandId, brandName: 'Yanlış', isActive: false })
    expect((await undo(await lastChange('brand'))).body.data).toEqual({ isUndone: true, kept: [] })
    const brands = (await shopCall('GetBrands', {})).items
    expect(brands.find((one: { brandId: string }) => one.brandId === brandId)).toMatchObject({
      brandName,
      isActive: true,
    })

    const { categoryId } = await shopCall('AddCategory', { categoryName: 'Kazak' })
    await shopCall('UpdateCategory', { categoryId, categoryName: 'Hırka', isActive: true })
    expect((await undo(await lastChange('category'))).status).toBe(200)
    expect(await lastChange('category')).toMatchObject({
      before: { categoryName: 'Hırka' },
      after: { categoryName: 'Kazak' },
    })
  })

  test('takes an added brand back while it has no products', async () => {
    await shopCall('AddBrand', { brandName: 'Boş' })
    expect((await undo(await lastChange('brand'))).status).toBe(200)
    const names = (await shopCall('GetBrands', {})).items.map((one: { brandName: string }) => one.brandName)
    expect(names).not.toContain('Boş')
    const gone = await lastChange('brand')
    expect(gone).toMatchObject({ action: 'deleted' })
    expect(gone).not.toHaveProperty('canUndo')
  })
})

describe('undoing rules', () => {
  const saveRule = async (fields: object) =>
    dataOf(shop.admin.post('/api/Price/SavePriceRule', { ...tenPercent, ...fields }))
  const rule = (id: string) => dataOf(shop.admin.get('/api/Price/GetPriceRule', { id }))

  test('brings back what a price rule was', async () => {
    const given = {
      audience: 'account',
      currAccCode: '120.01',
      target: 'item',
      itemCode: 'A1',
      code: 'FUAR26',
    }
    const { id } = await saveRule({ ...given, validFrom: '2026-01-01' })
    const before = await rule(id)
    const brandId = (await dataOf(shop.admin.get('/api/Shop/GetShopHome'))).brands[0].brandId
    const fixed = { effect: 'fixed', currencyCode: 'TRY', tiers: [{ from: 0, amount: 80 }], confirmed: true }
    await saveRule({ id, ...fixed, target: 'brand', brandId, validUntil: '2026-12-31' })
    expect((await undo(await lastChange('priceRule'))).body.data).toEqual({ isUndone: true, kept: [] })
    const { version, updatedAt, ...now } = await rule(id)
    expect({ ...now, version, updatedAt }).toEqual({ ...before, version: 3, updatedAt })
    expect(await lastChange('priceRule')).toMatchObject({
      action: 'changed',
      before: { brandName: expect.any(String), validUntil: '2026-12-31' },
      after: { accountName: before.accountName, itemDescription: before.itemDescription },
    })
  })

  test('a deleted rule is there again as it was, once, and an added one goes', async () => {
    const { id } = await saveRule({ tiers: [{ from: 0, percents: [20, 5] }], code: 'FUAR26' })
    const before = await rule(id)
    await shop.admin.post('/api/Price/DeletePriceRule', { id })
    const deleted = await lastChange('priceRule')
    expect((await undo(deleted)).body.data).toEqual({ isUndone: true, kept: [] })
    const { updatedAt, ...restored } = await rule(id)
    // A form that was opened before the deletion is out of date.
    expect({ ...restored, updatedAt }).toEqual({ ...before, version: 2, updatedAt })
    expect(await undo(deleted)).toMatchObject(refusal(409, 'change.undone'))
    const back = await lastChange('priceRule')
    expect(back).toMatchObject({ action: 'restored', canUndo: true })
    expect((await undo(back)).status).toBe(200)
    expect((await shop.admin.get('/api/Price/GetPriceRule', { id })).status).toBe(404)
  })

  test('for whom, of what and how much are undone as a whole, or not at all', async () => {
    const { id } = await saveRule({})
    await saveRule({ id, audience: 'priceGroup', priceGroup: 'CB', code: 'FUAR26' })
    const change = await lastChange('priceRule')
    expect(change).toMatchObject({ before: { audience: 'everybody', priceGroup: null, currAccCode: null } })
    await saveRule({ id, audience: 'priceGroup', priceGroup: 'TF', code: 'FUAR26' })
    expect((await undo(change)).body.data).toEqual({ isUndone: true, kept: ['priceGroup'] })
    expect(await rule(id)).toMatchObject({ audience: 'priceGroup', priceGroup: 'TF', code: '' })
    // The currency is logged beside the amount, though it stayed.
    const net = { effect: 'fixed', currencyCode: 'TRY', confirmed: true }
    await saveRule({ id, ...net, tiers: [{ from: 0, amount: 80 }] })
    await saveRule({ id, ...net, tiers: [{ from: 0, amount: 70 }] })
    expect(await lastChange('priceRule')).toMatchObject({ after: { effect: 'fixed', currencyCode: 'TRY' } })
  })

  test('days that exclude each other are refused by field', async () => {
    const { id } = await saveRule({ validFrom: '2026-01-01' })
    await saveRule({ id, validFrom: '2026-01-01', validUntil: '2026-06-30' })
    await saveRule({ id, validUntil: '2026-06-30' })
    const withoutFirstDay = await lastChange('priceRule')
    await saveRule({ id, validUntil: '2025-12-31' })
    expect((await undo(withoutFirstDay)).body).toMatchObject({
      code: 'request.invalid',
      fields: { validUntil: expect.any(String) },
    })
    expect(await rule(id)).toMatchObject({ validUntil: '2025-12-31' })
  })

  test('a price below half the list price is asked about, as it is when saving', async () => {
    const given = { effect: 'fixed', currencyCode: 'TRY', target: 'item', itemCode: 'A1' }
    const { id } = await saveRule({ ...given, tiers: [{ from: 0, amount: 95 }] })
    await saveRule({ id, ...given, tiers: [{ from: 0, amount: 95 }], isActive: false })
    const change = await lastChange('priceRule')
    await saveRule({ id, ...given, tiers: [{ from: 0, amount: 1 }], isActive: false })
    expect((await undo(change)).body.code).toBe('priceRule.belowHalf')
    expect(await rule(id)).toMatchObject({ isActive: false })
    expect((await undo(change, shop.admin, true)).status).toBe(200)
    expect(await rule(id)).toMatchObject({ isActive: true })
  })

  test('a deleted rule comes back once, whoever asks at the same time, and from its list', async () => {
    const { id } = await saveRule({})
    await shop.admin.post('/api/Price/DeletePriceRule', { id })
    const deleted = await lastChange('priceRule')
    const calls: ReturnType<typeof undo>[] = []
    // Both have looked, and wait to add it, before either does.
    const rolledBack = app.database.inTenant(shop.tenantId, 'write', async (tx) => {
      const given = savePriceRule.input.parse(tenPercent)
      await priceRules.write(tx, [priceRules.columnsOf(id, given, null)], new Date())
      calls.push(undo(deleted), undo(deleted))
      await expect.poll(() => waitingForLocks(app)).toBe(2)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    const undone = await Promise.all(calls)
    expect(undone.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    const restore = () => shop.admin.post('/api/Price/RestorePriceRule', { id })
    expect(await restore()).toMatchObject(refusal(409, 'change.undone'))
    await shop.admin.post('/api/Price/DeletePriceRule', { id })
    expect((await restore()).status).toBe(200)
    expect(await rule(id)).toMatchObject({ id, version: 3 })
    expect(await shop.admin.post('/api/Price/RestorePriceRule', { id: newId() })).toMatchObject(
      refusal(404, 'notFound'),
    )
  })

  test.each<[string, Pick<Change, 'action' | 'before' | 'after'>]>([
    [
      'a deletion',
      { action: 'deleted', before: { name: 'Sezon', ruleFor: 'everybody', ruleOf: 'all', tiers: ['10 %'] } },
    ],
    ['another value', { action: 'changed', before: { tiers: ['10 %'] }, after: { tiers: ['20 %'] } }],
    [
      'more than one field',
      {
        action: 'changed',
        before: { ruleFor: 'CB', isActive: false },
        after: { ruleFor: 'everybody', isActive: true },
      },
    ],
    ['a first day', { action: 'changed', after: { validFrom: '2026-01-01' } }],
  ])('%s that was logged in words, as it once was, is shown and cannot be undone', async (_, entry) => {
    const { id } = await saveRule({})
    const { action, before = {}, after = {} } = entry
    await app.database.inTenant(shop.tenantId, 'write', (tx) =>
      recordChange(tx, operatorActor, new Date(), {
        subject: 'priceRule',
        subjectId: action === 'deleted' ? newId() : id,
        subjectName: 'Sezon',
        action,
        before,
        after,
      }),
    )
    const change = await lastChange('priceRule')
    expect(change).toMatchObject({ action })
    expect(change).not.toHaveProperty('canUndo')
    expect(await undo(change)).toMatchObject(refusal(404, 'notFound'))
  })

  test('a quantity rule comes back unless another one is against it', async () => {
    const six = { audience: 'everybody', target: 'item', itemCode: 'A1', measure: 'pieces', minimum: 6 }
    const saveQuantity = (fields: object) =>
      dataOf(shop.admin.post('/api/Price/SaveQuantityRule', { ...six, ...fields }))
    const { id } = await saveQuantity({})
    await saveQuantity({ id, minimum: 12 })
    expect((await undo(await lastChange('quantityRule'))).body.data).toEqual({ isUndone: true, kept: [] })
    await shop.admin.post('/api/Price/DeleteQuantityRule', { id })
    const deleted = await lastChange('quantityRule')
    const atMostFive = await saveQuantity({
      target: 'order',
      itemCode: undefined,
      minimum: undefined,
      maximum: 5,
    })
    expect((await undo(deleted)).body).toMatchObject({ code: 'request.invalid' })
    await shop.admin.post('/api/Price/DeleteQuantityRule', { id: atMostFive.id })
    expect((await undo(deleted)).status).toBe(200)
    const { items } = await dataOf(shop.admin.post('/api/Price/GetQuantityRules', {}))
    expect(items).toMatchObject([{ id, minimum: 6, itemCode: 'A1' }])
  })
})

describe('undoing checks as saving does', () => {
  test('who may not change such records may not undo, and is not offered it', async () => {
    await save({ city: 'Bursa' })
    const change = await lastChange('customer')
    await givePages()
    expect(await lastChange('customer', shop.agent)).not.toHaveProperty('canUndo')
    expect(await undo(change, shop.agent)).toMatchObject(refusal(403, 'permission.denied'))
    expect((await customer()).city).toBe('Bursa')
  })

  test('an agent does not give themselves back a discount that the office took', async () => {
    const { items } = await dataOf(shop.admin.post(`${at}GetSalesPersons`, { search: 'P1' }))
    const [{ customers: _customers, users: _users, salesPersonCode: _code, isDeleted: _gone, ...form }] =
      items
    await dataOf(shop.admin.post(`${at}UpdateSalesPerson`, { ...form, maxDiscount: 50 }))
    const { version } = await dataOf(shop.admin.get(`${at}GetSalesPersonById`, { id: form.id }))
    await dataOf(shop.admin.post(`${at}UpdateSalesPerson`, { ...form, version, maxDiscount: 5 }))
    const change = await lastChange('agent')
    await givePages(42)
    expect((await undo(change, shop.agent)).body.code).toBe('user.oneself')
  })

  test('nobody brings back permissions that they lack', async () => {
    const {
      hasTotp: _totp,
      sessions: _sessions,
      canEdit: _may,
      createdAt: _at,
      isDeleted: _gone,
      ...form
    } = await userNamed('dealer')
    await dataOf(shop.admin.post(`${at}UpdateUser`, { ...form, pageAuths: [{ pageId: 17, isAllow: true }] }))
    await dataOf(shop.admin.post(`${at}UpdateUser`, { ...form, version: form.version + 1, pageAuths: [] }))
    const change = await lastChange('user')
    await givePages(22)
    expect((await undo(change, shop.agent)).body.code).toBe('user.notYours')
  })

  test('an agent that is gone is reported by its field', async () => {
    await save({ salesPersonCode: '' })
    const change = await lastChange('customer')
    await shop.update(`agents set deleted_at = now()`)
    expect((await undo(change)).body).toMatchObject({
      code: 'request.invalid',
      fields: { salesPersonCode: expect.any(String) },
    })
  })
})
