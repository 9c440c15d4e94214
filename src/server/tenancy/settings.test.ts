import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/tenant.ts'
import type { TenantSettings } from '#shared/settings.ts'
import { type Client, client, dataOf, refusal } from '#test/app.ts'
import { password } from '#test/factories.ts'
import { secondServer, shopPerFile, useApp } from '#test/useShop.ts'
import { openTenants } from './tenants.ts'

const app = useApp()
const shop = shopPerFile(app)
const rival = shopPerFile(app, 'rival')

async function read(user: Client): Promise<TenantSettings> {
  return dataOf(user.get('/api/Account/GetTenantSettings'))
}

const save = (user: Client, input: object) => user.post('/api/Account/UpdateTenantSettings', input)

/** Gives the agent an office task. */
const giveAuths = (auths: object[]) =>
  shop.update(`users set auths = $2 where username = 'agent'`, JSON.stringify(auths))

test('are read in editable form', async () => {
  expect(await read(shop.admin)).toEqual({
    displayName: 'Wholesaler shop',
    mainLanguage: 'tr',
    address: '',
    taxOffice: '',
    taxNumber: '',
    phone: '',
    floorPriceGroup: '',
    retailPriceGroup: '',
    retailPricesHaveTax: true,
    holdFirstOrders: false,
    heldStockHours: 72,
    customerCancelMinutes: 0,
    discountReasonRequired: true,
    taxRates: [],
    taxRounding: 'line',
    languages: ['tr', 'en', 'ru'],
    priceGroup: 'CB',
    currencyCode: 'TRY',
    timeZone: 'Europe/Istanbul',
    authRequired: true,
    orderAuthRequired: true,
    guestAccountCode: '',
    transferEnabled: true,
    descriptionVisible: true,
    detailVisible: true,
    imageExtension: '.jpg',
    homeVisibleType: -1,
    oneCardPerItem: true,
    newDays: 30,
    bannerText: '',
    bannerPath: '',
    bannerFrom: '',
    bannerTo: '',
    bannerPriceGroup: '',
    onlineExpire: 0,
    themeColor: '#1890ff',
    totpRoles: [],
    customerKey: 'shop',
    hosts: [],
    logo: '',
    bannerPicture: '',
    version: 1,
  })
})

const changed = {
  displayName: 'Kuzey Tekstil',
  languages: ['en', 'tr', 'ar'],
  priceGroup: 'TF',
  currencyCode: 'EUR',
  timeZone: 'Europe/Rome',
  authRequired: false,
  orderAuthRequired: false,
  guestAccountCode: '120.01',
  transferEnabled: false,
  descriptionVisible: false,
  detailVisible: false,
  imageExtension: '.webp',
  homeVisibleType: 1,
  oneCardPerItem: false,
  onlineExpire: 60,
  themeColor: '#11a983',
  discountReasonRequired: false,
}

test('are changed and recorded, shown to every visitor, and leave other tenants alone', async () => {
  const before = await read(shop.admin)
  const untouched = await read(rival.admin)
  // Duplicates are removed.
  const answer = await save(shop.admin, { ...before, ...changed, languages: ['en', 'tr', 'ar', 'en'] })
  expect(answer.body).toEqual({ success: true, data: { version: before.version + 1 } })
  expect(await read(shop.admin)).toMatchObject({ ...changed, totpRoles: [], version: before.version + 1 })
  const shown = await shop.visitor.get('/api/Shop/GetAppSettings')
  const { guestAccountCode: _booked, ...visible } = changed
  expect(shown.body).toEqual({ ...visible, mainLanguage: 'tr', customerKey: 'shop', logo: '' })
  expect(await read(rival.admin)).toEqual(untouched)

  const recorded = await lastChange()
  expect(recorded).toMatchObject({
    user_name: 'admin',
    subject: 'settings',
    subject_name: 'Kuzey Tekstil',
    action: 'changed',
    before: { themeColor: '#1890ff', timeZone: 'Europe/Istanbul', languages: ['tr', 'en', 'ru'] },
    after: { themeColor: '#11a983', timeZone: 'Europe/Rome', languages: ['en', 'tr', 'ar'] },
  })
  expect(Object.keys(recorded?.after ?? {})).not.toContain('totpRoles')
})

async function lastChange() {
  const [row] = await shop.query<{ before: object; after: object }>(
    'select * from changes where tenant_id = $1 order by at desc, id desc limit 1',
  )
  return row
}

test('contain seller data, kept when omitted and hidden from visitors', async () => {
  const sent = await read(shop.admin)
  const company = { address: 'Laleli Cad. 47', taxOffice: 'Beyazıt', taxNumber: '123', phone: '+90 212' }
  expect((await save(shop.admin, { ...sent, ...company })).status).toBe(200)
  expect(await lastChange()).toMatchObject({ before: { taxOffice: '' }, after: company })
  const { address: _address, taxOffice: _office, taxNumber: _number, phone: _phone, ...older } = sent
  expect((await save(shop.admin, { ...older, version: sent.version + 1 })).status).toBe(200)
  expect(await read(shop.admin)).toMatchObject(company)
  const shown = await shop.visitor.get('/api/Shop/GetAppSettings')
  expect(JSON.stringify(shown.body)).not.toContain('Laleli')
  expect(
    (await save(shop.admin, { ...sent, ...company, address: '', version: sent.version + 2 })).status,
  ).toBe(200)
  expect((await read(shop.admin)).address).toBe('')
  expect(
    (await save(shop.admin, { ...sent, taxNumber: 'x'.repeat(31), version: sent.version + 3 })).status,
  ).toBe(400)
})

test('are refused for an outdated version', async () => {
  const mine = await read(shop.admin)
  expect((await save(shop.admin, { ...mine, themeColor: '#000000' })).status).toBe(200)
  expect(await save(shop.admin, { ...mine, themeColor: '#ffffff' })).toMatchObject(
    refusal(409, 'record.changed'),
  )
  expect((await read(shop.admin)).themeColor).toBe('#000000')
  // Clients without a version overwrite.
  const { version: _version, ...versionless } = mine
  expect((await save(shop.admin, versionless)).status).toBe(200)
})

test('of two concurrent saves, one is refused', async () => {
  const mine = await read(shop.admin)
  const answers = await Promise.all(
    ['#111111', '#222222', '#333333'].map((themeColor) => save(shop.admin, { ...mine, themeColor })),
  )
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
})

describe('may be changed', () => {
  beforeEach(() => giveAuths([]))

  test('by nobody without the task', async () => {
    await giveAuths([{ groupName: 'office', number: 2 }])
    expect((await save(shop.agent, await read(shop.admin))).body.code).toBe('permission.denied')
  })

  test('by an agent with the task, except who needs a second factor', async () => {
    await giveAuths([{ groupName: 'office', number: 1 }])
    const sent = await read(shop.agent)
    expect((await save(shop.agent, { ...sent, onlineExpire: 5 })).status).toBe(200)
    expect(await save(shop.agent, { ...(await read(shop.agent)), totpRoles: ['customer'] })).toMatchObject(
      refusal(403, 'permission.denied'),
    )
    expect(
      (await save(shop.admin, { ...(await read(shop.admin)), totpRoles: ['customer', 'sp'] })).status,
    ).toBe(200)
    // The role's users now owe a second factor.
    expect((await save(shop.agent, sent)).body.code).toBe('session.secondFactorRequired')
    expect((await save(shop.admin, { ...(await read(shop.admin)), totpRoles: ['customer'] })).status).toBe(
      200,
    )
    const same = { ...(await read(shop.agent)), totpRoles: ['customer', 'customer'], onlineExpire: 6 }
    expect((await save(shop.agent, same)).status).toBe(200)
    const freed = await save(shop.agent, { ...(await read(shop.agent)), totpRoles: [] })
    expect(freed.status).toBe(403)
    expect(await read(shop.admin)).toMatchObject({ totpRoles: ['customer'], onlineExpire: 6 })
    expect((await save(shop.admin, { ...(await read(shop.admin)), totpRoles: [] })).status).toBe(200)
  })
})

test.each([
  ['displayName', ' \t '],
  ['displayName', 'x'.repeat(101)],
  ['languages', []],
  ['languages', ['tr', 'klingon']],
  ['currencyCode', 'try'],
  ['timeZone', 'Mars/Olympus'],
  ['timeZone', '+03:00'],
  ['timeZone', ''],
  ['themeColor', 'red'],
  ['themeColor', '#1890ff;}body{display:none'],
  ['homeVisibleType', 2],
  ['onlineExpire', -1],
  ['onlineExpire', 1.5],
  ['imageExtension', '.jpg/../..'],
  ['totpRoles', ['root']],
])('are refused where %s is %j', async (field, value) => {
  const before = await read(shop.admin)
  const answer = await save(shop.admin, { ...(await read(shop.admin)), [field]: value })
  expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid'])
  expect(Object.keys(answer.body.fields)[0]).toMatch(new RegExp(`^${field}(\\.\\d)?$`))
  expect(await read(shop.admin)).toEqual(before)
})

describe('let guests order', () => {
  const refused = async (guestAccountCode: string) => {
    const answer = await save(shop.admin, {
      ...(await read(shop.admin)),
      authRequired: false,
      orderAuthRequired: false,
      guestAccountCode,
    })
    return answer.status === 400 ? Object.keys(answer.body.fields) : answer.status
  }

  test('only under an existing account with an agent', async () => {
    expect(await refused('')).toEqual(['guestAccountCode'])
    expect(await refused('no such')).toEqual(['guestAccountCode'])
    await shop.update(`accounts set agent_id = null where code = '120.03'`)
    expect(await refused('120.03')).toEqual(['guestAccountCode'])
    expect(await refused('120.02')).toBe(200)
  })

  test('and tell the browser so only if possible, without naming the account', async () => {
    expect(await refused('120.02')).toBe(200)
    const shown = async () => (await shop.visitor.get('/api/Shop/GetAppSettings')).body
    expect(await shown()).toMatchObject({ authRequired: false, orderAuthRequired: false })
    expect(JSON.stringify(await shown())).not.toContain('120.02')
    expect((await save(shop.admin, { ...(await read(shop.admin)), authRequired: true })).status).toBe(200)
    expect(await shown()).toMatchObject({ authRequired: true, orderAuthRequired: true })
  })
})

test('apply at the next call of the same process, and within a second in another one', async () => {
  const database = await openDatabase(app.connections)
  onTestFinished(() => database.close())
  const { port } = await secondServer(app, { database, tenants: openTenants(database) })
  const there = client(port, { host: 'rival.localhost' })
  const shown = async () => {
    const { displayName, timeZone } = (await there.get('/api/Shop/GetAppSettings')).body
    return [displayName, timeZone]
  }
  const signedIn = await there.post('/api/Account/authenticate', { username: 'admin', password })
  expect(await shown()).toEqual(['Wholesaler rival', 'Europe/Istanbul'])
  const sent = await read(rival.admin)
  expect(
    (await save(rival.admin, { ...sent, displayName: 'Elsewhere', timeZone: 'Europe/Rome' })).status,
  ).toBe(200)
  await sleep(1000)
  expect(await shown()).toEqual(['Elsewhere', 'Europe/Rome'])
  const here = { ...(await read(rival.admin)), displayName: 'Here', timeZone: 'Asia/Tokyo' }
  expect((await save(there.as(signedIn.body), here)).status).toBe(200)
  expect(await shown()).toEqual(['Here', 'Asia/Tokyo'])
})
