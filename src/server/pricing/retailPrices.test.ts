import { expect, test } from 'vitest'
import { dataOf } from '#test/app.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

test('are those of the price group that the settings name, and none without one', async () => {
  const prices = () => dataOf(shop.dealer.get('/api/Shop/GetRetailPrices', { itemCode: 'A1' }))
  await shop.query(
    `insert into prices (tenant_id, variant_id, price_group, currency_code, amount_minor)
     values ($1, $2, 'PSF', 'TRY', 19990)`,
    shop.id('A1 S'),
  )
  expect(await prices()).toEqual([])
  const settings = await dataOf(shop.admin.get('/api/Account/GetTenantSettings'))
  await shop.admin.post('/api/Account/UpdateTenantSettings', { ...settings, retailPriceGroup: 'PSF' })
  expect(await prices()).toEqual([{ productId: shop.id('A1 S'), unitPrice: 199.9, currencyCode: 'TRY' }])
  const { body } = await shop.visitor.get('/api/Shop/GetAppSettings')
  expect(body.retailPrices).toEqual({ haveTax: true })
  // Nobody else is told which price group it is.
  expect(JSON.stringify(body)).not.toContain('PSF')
})
