import { expect, test } from 'vitest'
import { addDays, dayOf } from '#shared/clock.ts'
import { type Client, dataOf, refusal } from '#test/app.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

const today = dayOf(new Date(), 'Europe/Istanbul')
const banner = { bannerText: 'Kış koleksiyonu geldi', bannerPath: '/shop/products?isNew=1' }

async function save(fields: object) {
  const settings = await dataOf(shop.admin.get('/api/Account/GetTenantSettings'))
  return shop.admin.post('/api/Account/UpdateTenantSettings', { ...settings, ...fields })
}
const shownTo = (client: Client) => dataOf(client.get('/api/Shop/GetBanner'))
const isAnnounced = async () => (await shop.visitor.get('/api/Shop/GetAppSettings')).body.hasBanner

test('is shown from its first day to its last', async () => {
  expect([await shownTo(shop.dealer), await isAnnounced()]).toEqual([null, undefined])
  const shown = { bannerText: banner.bannerText, path: banner.bannerPath, picture: '' }
  for (const [from, to, expected] of [
    ['', '', shown],
    [today, today, shown],
    [addDays(today, 1), '', null],
    ['', addDays(today, -1), null],
  ] as const) {
    expect((await save({ ...banner, bannerFrom: from, bannerTo: to })).status).toBe(200)
    expect(await shownTo(shop.dealer)).toEqual(expected)
    expect(await isAnnounced()).toBe(expected ? true : undefined)
  }
})

test('of a price group is shown to its customers only', async () => {
  await save({ ...banner, bannerPriceGroup: 'TF' })
  expect(await shownTo(shop.dealer)).toBeNull()
  await shop.update(`accounts set price_group = 'TF' where code = '120.01'`)
  await save({ ...banner, bannerPriceGroup: 'TF', newDays: 31 })
  const dealer = shop.visitor.as({ token: (await shop.signIn()).body.token })
  expect(await shownTo(dealer)).toMatchObject({ bannerText: banner.bannerText })
})

test('is read in the reader’s language', async () => {
  await save(banner)
  const texts = [{ kind: 'banner', source: banner.bannerText, texts: { en: 'Winter is here' } }]
  expect((await shop.admin.post('/api/Shop/SaveTexts', { texts })).status).toBe(200)
  expect(await shownTo(shop.dealer.as({ langCode: 'en' }))).toMatchObject({ bannerText: 'Winter is here' })
})

test('opens a page of the shop, also by its whole address, and nothing else', async () => {
  await save({ ...banner, bannerPath: 'https://shop.example.com/shop/items/A1?color=01#top' })
  expect(await shownTo(shop.dealer)).toMatchObject({ path: '/shop/items/A1?color=01' })
  for (const bannerPath of ['https://example.com/', '//example.com/shop', 'javascript:alert(1)', '/panel'])
    expect(await save({ ...banner, bannerPath })).toMatchObject(refusal(400, 'request.invalid'))
})
