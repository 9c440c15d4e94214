import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import readExcelFile from 'read-excel-file/node'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { mayOpen, type PageName, type Page as PanelPage, pages } from '#shared/pages.ts'
import type { Language } from '#shared/tenancy.ts'
import { textsOf } from '#test/pdfText.ts'
import { type Client, listOrders, readOrder, signedInClient } from './apiClient.ts'
import { demoBarcode } from './barcodes.ts'
import { scan } from './keyboard.ts'
import { openAs } from './openAs.ts'
import { addressOf, button, download, open, panelOf, test, texts } from './shop.ts'
import { type Reading, readingIn, textsOn } from './turkish.ts'

const tenantKey = 'tf-it'

type Visit = {
  page: Page
  language: Language
  order: OrderDetail
  reading: Reading
  /** Expects no Turkish, and at least so many texts of the catalogue. */
  read: (atLeast?: number) => Promise<void>
}

type Place = {
  at: string | ((order: OrderDetail) => string)
  /** Texts of the catalogue; by default none. */
  atLeast?: number
  /** Opens and reads more there. */
  readMore?: (visit: Visit) => Promise<void>
}

/* All paths of src/web/shop/routes.tsx. */

const leadElsewhere = ['/', '/auth-redirect', '/redirect/$', '$']
const guestPages = ['/login', '/login/forgot', '/reset']

/** In the order of the visit: what was seen on a page, or put into the cart, shows on later ones. */
const shopPages: Record<string, Place> = {
  '/404': { at: '/404' },
  '/401': { at: '/401' },
  '/shop/products': {
    at: '/shop/products',
    atLeast: 30,
    readMore: async ({ page, language, read }) => {
      const t = texts[language]
      const facets = page.getByRole('region', { name: t['ordering.facets.title'] })
      await facets.getByRole('group').last().getByRole('checkbox').first().check()
      const details = button(page.getByRole('article').first(), t['product.details'])
      await details.click()
      await expect(await panelOf(page, details)).toBeVisible()
      await read(5)
    },
  },
  '/shop/items/$itemCode': { at: ({ lines }) => `/shop/items/${lines[0]?.itemCode}`, atLeast: 4 },
  '/shop': {
    at: '/shop',
    atLeast: 10,
    readMore: async ({ page, language, order, read }) => {
      await button(page, texts[language]['shop.search']).click()
      const search = page.getByRole('dialog')
      await search.getByRole('searchbox').fill(order.lines[0]?.itemCode ?? '')
      await expect(search.getByRole('article').first()).toBeVisible()
      await read(10)
      await page.keyboard.press('Escape')
      await expect(search).toHaveCount(0)
      for (const running of [1, 40, 80, 120]) await scan(page, demoBarcode(running, '0033'))
      // Other tests may have bought them.
      await expect(page.getByTestId('scanned').or(page.getByTestId('refused'))).toHaveCount(4)
      await read(10)
    },
  },
  '/shop/quick-order': {
    at: '/shop/quick-order',
    readMore: async ({ page, language, order: { lines }, read }) => {
      const t = texts[language]
      const good = lines.map(({ itemCode, colorCode, itemDim1Code, lotCode }) =>
        [itemCode, colorCode, itemDim1Code || lotCode, 1].join(';'),
      )
      const bad = [`${lines[0]?.itemCode};NONE;S;1`, `${lines[0]?.itemCode};;9;1`, 'NONE;;;1']
      await page.getByLabel(t['ordering.quick.paste']).fill([...good, ...bad].join('\n'))
      await button(page, t['ordering.quick.check']).click()
      // Only those with problems, which offer what can be chosen instead.
      await read(2)
      await page.getByRole('group', { name: t['ordering.quick.show'] }).getByRole('button').first().click()
      await read(4)
    },
  },
  '/shop/orders': { at: '/shop/orders' },
  '/cart/$guidKey': {
    at: ({ guidKey }) => `/cart/${guidKey}`,
    atLeast: 4,
    readMore: async (visit) => {
      const { page, language } = visit
      await readPrinted(visit)
      await readFiles(visit)
      await button(page, texts[language]['ordering.order.copy']).click()
      await button(page.getByRole('dialog'), texts[language]['ordering.order.copyReplace']).click()
      await expect(page).toHaveURL(addressOf(tenantKey, '/cart'))
    },
  },
  '/cart/placed/$guidKey': {
    at: ({ guidKey }) => `/cart/placed/${guidKey}`,
    readMore: readPrinted,
  },
  '/cart': { at: '/cart', atLeast: 4, readMore: readPrinted },
  '/shop/drafts': { at: '/shop/drafts' },
  '/shop/notifications': { at: '/shop/notifications' },
  '/shop/statement': { at: '/shop/statement' },
}

async function readPrinted({ page, read }: Visit): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await read(4)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
}

async function readFiles({ page, order, reading }: Visit): Promise<void> {
  const pdf = textsOf((await download(page, button(page, 'PDF'))).content)
  expect(pdf.join('\n')).toContain(order.lines[0]?.itemCode)
  expect(reading.turkishIn(pdf)).toEqual([])
  const sheets = await readExcelFile((await download(page, button(page, 'Excel'))).content)
  const cells = sheets.flatMap(({ sheet, data }) => [sheet, ...data.flat().map(String)])
  expect(reading.translationsIn(cells)).toBeGreaterThan(3)
  expect(reading.turkishIn(cells)).toEqual([])
}

const dealer = { roles: ['customer'], auths: [], pageAuths: [] }
const dealersPages = (Object.entries(pages) as [PageName, PanelPage][])
  .filter(([, page]) => mayOpen(page, dealer))
  .map(([name]) => name)

/** Texts of the catalogue; on others none. */
const textsInPanel: Partial<Record<PageName, number>> = { dashboard: 5, order: 4, orderEdit: 4 }

async function readPanel(names: PageName[], { page, order, read }: Visit): Promise<void> {
  for (const name of names) {
    const path = pages[name].path.replace('$orderId', order.orderId)
    await test.step(path, async () => {
      await page.goto(addressOf(tenantKey, path))
      await expect(page.locator('#content')).toBeVisible()
      await read(textsInPanel[name])
    })
  }
}

/** The dealer's order with most lines, one of them a lot. */
async function longestOrder(of: Client): Promise<OrderDetail> {
  const rows = await listOrders(of)
  const orders = await Promise.all(rows.map(({ guidKey }) => readOrder(of, guidKey)))
  const [longest] = orders
    .filter(({ lines }) => lines.some(({ lotCode }) => lotCode !== ''))
    .toSorted((one, other) => other.lines.length - one.lines.length)
  if (!longest) throw new Error('The dealer has no order with a lot')
  return longest
}

async function visitIn(language: Language, page: Page): Promise<Visit> {
  const order = await longestOrder(await signedInClient(tenantKey, 'dealer'))
  const reading = await readingIn(language, await signedInClient(tenantKey, 'admin'))
  const read = (atLeast?: number) => expectNoTurkish(page, reading, atLeast)
  return { page, language, order, reading, read }
}

/** Once the page changes no more. */
async function expectNoTurkish(page: Page, reading: Reading, atLeast = 0): Promise<void> {
  if (atLeast === 0) await page.waitForLoadState('networkidle')
  let said: string[] = []
  const countSettled = async () => {
    const before = said.join('\n')
    said = await textsOn(page)
    return said.join('\n') === before ? reading.translationsIn(said) : -1
  }
  await expect.poll(countSettled, { intervals: [100, 150, 200] }).toBeGreaterThanOrEqual(atLeast)
  expect(reading.turkishIn(said)).toEqual([])
}

test('all pages of the shop are read', async () => {
  const routes = await readFile('src/web/shop/routes.tsx', 'utf8')
  const paths = [...routes.matchAll(/\bpath: '(.*?)'/g)].map(([, path]) => path)
  const known = [...leadElsewhere, ...guestPages, ...Object.keys(shopPages)]
  expect(new Set(paths)).toEqual(new Set(known))
})

for (const [language, name] of [
  ['it', 'Italian'],
  ['ar', 'Arabic'],
] as const) {
  test(`a dealer reads no Turkish in ${name}, on pages, paper and in files`, async ({ page }) => {
    const visit = await visitIn(language, page)
    await open(page, tenantKey, '/login', language)
    for (const path of guestPages) {
      await page.goto(addressOf(tenantKey, path))
      await visit.read()
    }
    await openAs(page, 'dealer', tenantKey, '/shop', language)
    for (const [path, { at, atLeast, readMore }] of Object.entries(shopPages)) {
      await test.step(path, async () => {
        await page.goto(addressOf(tenantKey, typeof at === 'string' ? at : at(visit.order)))
        await visit.read(atLeast)
        await readMore?.(visit)
      })
    }
    await readPanel(dealersPages, visit)
  })
}

test('the office reads no Turkish in orders in Italian', async ({ page }) => {
  const visit = await visitIn('it', page)
  await openAs(page, 'admin', tenantKey, '/panel/index', 'it')
  await readPanel(['dashboard', 'orders', 'order', 'orderEdit', 'analysis'], visit)
})
