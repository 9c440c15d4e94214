import { expect, type Page } from '@playwright/test'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { openAs } from './openAs.ts'
import { callAs } from './people.ts'
import { addressOf, texts } from './shop.ts'

const t = texts.en

type Line = { productId: string; qty: number; unitPrice: number; inventory: number; brandName: string }

export async function fillCart(
  page: Page,
  count: number,
  change = (line: Line, _index: number): Line => line,
) {
  const lines: Line[] = []
  for (let number = 1; lines.length < count; number += 1) {
    const input = { page: number, limit: 200, orderType: 'Rpt' }
    const path = '/api/Shop/GetCategoryProducts'
    const { data } = await callAs<{ data: { products: Product[] } }>(page, path, input)
    expect(data.products.length).toBeGreaterThan(0)
    for (const product of data.products) lines.push(...linesOf(product, lines.length, change))
  }
  await page.evaluate(
    (kept) => {
      const state = { guidKey: crypto.randomUUID(), lines: kept }
      localStorage.setItem('cart', JSON.stringify({ state, version: 2 }))
    },
    lines.slice(0, count),
  )
  await page.goto(addressOf('default', '/cart'))
  await expect(page.getByRole('heading', { name: t['cart.title'], level: 1 })).toBeVisible()
}

function linesOf(
  { items, ...product }: Product,
  before: number,
  change: (line: Line, index: number) => Line,
) {
  return items
    .filter((item) => item.unitPrice !== undefined && item.inventory > 2)
    .map((item, index) => {
      const price = { unitPrice: item.unitPrice ?? 0, priceCurrencyCode: item.currencyCode ?? '' }
      return change({ ...product, ...item, ...price, qty: 1 }, before + index)
    })
}

export async function openAsDealer(page: Page, path = '/shop'): Promise<void> {
  await openAs(page, 'dealer', 'default', path, 'en')
  await expect(page).toHaveURL(addressOf('default', path))
  await expect(page.getByRole('banner').getByRole('button', { name: /menu/i }).last()).toBeVisible()
}
