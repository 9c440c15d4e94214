import { describe, expect, test, vi } from 'vitest'
import { testItem, testLine, testOrder, testProduct } from '#web/testing.ts'
import { gridOf } from '../orderGrid.ts'
import {
  amendmentOf,
  changedLines,
  describeChanges,
  draftOf,
  hasDiscount,
  isChanged,
  itemsOfDraft,
  rebase,
  withAllOffers,
  withProblems,
  withQty,
  withRowDiscount,
} from './orderDraft.ts'

vi.mock('#web/settings.ts', () => ({ settings: {} }))

const line = (productId: string, qty: number) => testLine(productId, { qty, unitPrice: 100 })
/** A1 in black as offered today: each size costs 120. */
const offered = (inventory: number, ...sizes: string[]) =>
  testProduct(sizes.map((size) => testItem(size, { inventory, unitPrice: 120, currencyCode: 'TRY' })))
const summary = (draft: ReturnType<typeof draftOf>) =>
  itemsOfDraft(draft).map(({ productId, qty, unitPrice, maxQty, problem }) => [
    productId,
    qty,
    unitPrice,
    maxQty,
    problem,
  ])

describe('prices and stock of an order that is edited', () => {
  test('quantities up to the ordered one keep their price, more and new items cost today’s price', () => {
    let draft = withAllOffers(draftOf(testOrder([line('S', 3)])), [offered(2, 'S', 'M')])
    expect(summary(draft)).toEqual([
      ['S', 3, 100, 5, undefined],
      ['M', 0, 120, 2, undefined],
    ])
    draft = withQty(withQty(draft, 'S', 4), 'M', 1)
    expect(amendmentOf(draft).lines).toEqual([
      { productId: 'S', qty: 4, unitPrice: 120, priceCurrencyCode: 'TRY' },
      { productId: 'M', qty: 1, unitPrice: 120, priceCurrencyCode: 'TRY' },
    ])
    expect(amendmentOf(withQty(draft, 'S', 2)).lines[0]).toMatchObject({ qty: 2, unitPrice: 100 })
    expect(amendmentOf(withQty(draft, 'S', 0)).lines.map(({ productId }) => productId)).toEqual(['M'])
  })

  test('an item no longer offered is limited to its ordered quantity', () => {
    const increased = withQty(draftOf(testOrder([line('S', 3)])), 'S', 4)
    expect(summary(increased)).toEqual([['S', 4, 100, 1_000_000, undefined]])
    const draft = withAllOffers(draftOf(testOrder([line('S', 3)])), [])
    expect(summary(withQty(draft, 'S', 2))).toEqual([['S', 2, 100, 3, undefined]])
    expect(summary(withQty(draft, 'S', 4))).toEqual([['S', 4, 100, 3, 'gone']])
    const stocked = withAllOffers(draft, [offered(2, 'S')])
    expect(summary(withQty(stocked, 'S', 6))).toEqual([['S', 6, 120, 5, 'short']])
    const season = withAllOffers(draftOf(testOrder([line('S', 3)], { orderType: 'Season' })), [
      offered(2, 'S'),
    ])
    expect(summary(withQty(season, 'S', 6))).toEqual([['S', 6, 120, 1_000_000, undefined]])
  })

  test('prices and stock in the server’s errors replace those in the draft', () => {
    const draft = withQty(withAllOffers(draftOf(testOrder([line('S', 3)])), [offered(9, 'S')]), 'S', 5)
    const dearer = withProblems(draft, 'order.priceChanged', [
      { productId: 'S', newUnitPrice: 130, newPriceCurrencyCode: 'TRY' },
    ])
    expect(summary(dearer)).toEqual([['S', 5, 130, 12, undefined]])
    const short = withProblems(draft, 'order.inventoryNotSufficient', [{ productId: 'S', inventory: 4 }])
    expect(summary(short)).toEqual([['S', 5, 120, 4, 'short']])
    const gone = withProblems(draft, 'order.lineUnavailable', [{ productId: 'S' }])
    expect(summary(gone)).toEqual([['S', 5, 100, 3, 'gone']])
  })
})

test('a percent off a row lowers all its sizes, and is sent only where it was typed', () => {
  const draft = withAllOffers(draftOf(testOrder([line('S', 3), line('M', 1)])), [offered(9, 'S', 'M')])
  expect(amendmentOf(draft).lines[0]).not.toHaveProperty('discount')
  const [row] = gridOf(itemsOfDraft(draft))[0]?.rows ?? []
  if (!row) throw new Error('No row')
  const lowered = withRowDiscount(draft, row, 10)
  expect([hasDiscount(draft), hasDiscount(lowered), isChanged(lowered)]).toEqual([false, true, true])
  expect(amendmentOf(lowered).lines).toEqual([
    { productId: 'S', qty: 3, unitPrice: 90, priceCurrencyCode: 'TRY', discount: 10 },
    { productId: 'M', qty: 1, unitPrice: 90, priceCurrencyCode: 'TRY', discount: 10 },
  ])
  expect(isChanged(withRowDiscount(lowered, row, 0))).toBe(false)
  // Others' quantities stay.
  const theirs = testOrder([line('S', 8), line('M', 1)], { version: 2 })
  expect(amendmentOf(rebase(lowered, theirs)).lines[0]).toMatchObject({ qty: 8, discount: 10 })
})

test('quantities and header fields count as changes until they are reverted', () => {
  const draft = draftOf(testOrder([line('S', 3)]))
  expect(isChanged(draft)).toBe(false)
  expect(isChanged(withQty(draft, 'S', 4))).toBe(true)
  expect(isChanged(withQty(withQty(draft, 'S', 4), 'S', 3))).toBe(false)
  expect(isChanged({ ...draft, header: { ...draft.header, description: 'x' } })).toBe(true)
})

test('rebase takes over others’ changes and keeps own changes', () => {
  const draft = withQty(draftOf(testOrder([line('S', 3), line('M', 1), line('L', 2)])), 'S', 5)
  const mine = { ...draft, header: { ...draft.header, description: 'benim' } }
  const theirs = testOrder([line('S', 4), line('M', 7), line('XL', 1)], {
    version: 4,
    description: 'onun',
    salesPersonCode: 'P2',
  })
  expect(describeChanges(mine, theirs)).toEqual([
    'A1 01 S: 3 → 4',
    'A1 01 M: 1 → 7',
    'A1 01 L: 2 → 0',
    'A1 01 XL: 0 → 1',
  ])
  const next = rebase(mine, theirs)
  expect(next.header).toMatchObject({ salesPersonCode: 'P2', subCurrAccId: '', description: 'benim' })
  expect(amendmentOf(next).version).toBe(4)
  const quantities = Object.fromEntries(itemsOfDraft(next).map(({ productId, qty }) => [productId, qty]))
  expect(quantities).toEqual({ S: 5, M: 7, XL: 1, L: 0 })
  expect(changedLines(next).map(({ productId }) => productId)).toEqual(['S'])
})
