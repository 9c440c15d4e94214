import { expect } from '@playwright/test'
import { languages } from '#shared/tenancy.ts'
import { addFromCard, addressOf, forwardToServer, open, signIn, test, texts } from './shop.ts'

/** No tenant has French, so one's settings are changed. */
const tenantOf = {
  tr: 'default',
  en: 'default',
  ru: 'default',
  it: 'tf-it',
  fr: 'default',
  ro: 'tf-ro',
  ar: 'tf-it',
}

const key = new RegExp(
  `\\b(${[...new Set(Object.keys(texts.en).map((one) => one.split('.')[0]))].join('|')})\\.[a-z]\\w+`,
)

for (const language of languages) {
  test(`every screen is in ${language}`, async ({ page }) => {
    const t = texts[language]
    if (language === 'fr') {
      await page.route('**/*', async (route) => {
        if (route.request().resourceType() !== 'document') return route.fallback()
        const { body } = await forwardToServer(route)
        return route.fulfill({
          contentType: 'text/html; charset=utf-8',
          body: body.replace('"languages":["tr"', '"languages":["fr","tr"'),
        })
      })
    }
    const tenant = tenantOf[language]
    const expectTranslated = async () => {
      const text = await page.locator('body').innerText()
      expect(text).not.toMatch(key)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    }
    await open(page, tenant, '/login?redirect=/shop', language)
    await expect(page.getByRole('heading', { name: t['login.title'] })).toBeVisible()
    await expectTranslated()
    await page.getByLabel(t['login.username']).fill('dealer')
    await page.getByLabel(t['login.password'], { exact: true }).fill('wrong')
    await page.getByRole('button', { name: t['login.submit'] }).click()
    await expect(page.getByRole('alert')).toContainText(t['error.session.badCredentials'])
    await signIn(page, language, 'dealer')
    await expect(page.getByRole('heading', { name: t['home.categories'] })).toBeVisible()
    await expectTranslated()
    await page.locator('a[href*="categoryId="]').first().click()
    await addFromCard(page, 0, language)
    await page.getByRole('button', { name: t['product.details'] }).first().click()
    await expectTranslated()
    await page.locator('a[href="/cart"]').click()
    await expect(page.getByRole('heading', { name: t['cart.title'], level: 1 })).toBeVisible()
    await expectTranslated()
    await page.goto(addressOf(tenant, '/panel/index'))
    await expect(page.getByRole('heading', { name: t['panel.dashboard'] })).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expectTranslated()
    await page.goto(addressOf(tenant, '/siparisler/index'))
    await expect(page.getByRole('columnheader', { name: t['order.customer'] })).toBeVisible()
    await expectTranslated()
    await page.goto(addressOf(tenant, '/404'))
    await expect(page.getByRole('heading', { name: t['notFound.title'] })).toBeVisible()
    await expectTranslated()
  })
}

test('the language menu stores the choice, reloads once and is hidden when signed in', async ({ page }) => {
  await page.goto(addressOf('open', '/shop'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
  await page.getByRole('button', { name: /Dil/ }).click()
  await page.getByRole('button', { name: 'Русский' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('ru')
  const asked = page.waitForRequest('**/api/Shop/GetShopHome*')
  await page.reload()
  expect((await asked).headers().langcode).toBe('ru')
  await page.goto(addressOf('open', '/login?redirect=/shop'))
  await signIn(page, 'ru', 'dealer')
  await expect(page.getByRole('button', { name: texts.ru['language.choose'] })).toHaveCount(0)
})

test('a stored language that the tenant lacks falls back to Turkish', async ({ page }) => {
  await open(page, 'default', '/login', 'it')
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
})
