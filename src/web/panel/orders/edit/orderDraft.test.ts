import { describe, expect, test } from 'vitest'
import type { Product } from '#shared/catalogue.ts'
import type { OrderDetail } from '#shared/orders.ts'
import {
  amendmentOf,
  changedLines,
  changedMeanwhile,
  draftOf,
  isChanged,
  itemsOfDraft,
  rebased,
  withAllOffers,
  withProblems,
  withQty,
} from './orderDraft.ts'

type Line = OrderDetail['lines'][number]
const line = (productId: string, qty: number): Line => ({
  productId,
  itemCode: 'A1',
  itemDescription: 'Elbise',
  brandName: 'Ayla',
  colorCode: '01',
  colorDescription: 'Siyah',
  itemDim1Code: productId,
  lotCode: '',
  lotDescription: '',
  piecesPerLot: 1,
  qty,
  unitPrice: 100,
  priceCurrencyCode: 'TRY',
  inventory: 9,
  images: [],
  updatedDate: '',
})
const order = (lines: Line[], more: Partial<OrderDetail> = {}): OrderDetail => ({
  orderId: 'o',
  orderNumber: '1042',
  guidKey: 'g',
  orderType: 'Rpt',
  state: 'placed',
  orderDate: '',
  currAccCode: '120.01',
  currAccDescription: 'Ayla Moda',
  subCurrAccName: '',
  salesPersonCode: 'P1',
  salesPerson: 'Ali',
  description: 'not',
  qty: 0,
  totals: [],
  transfer: false,
  isWaiting: false,
  splitInto: [],
  version: 3,
  lines,
  ...more,
})
/** A1 in black as it is offered today: each size at 120, `inventory` of them left. */
const offered = (inventory: number, ...sizes: string[]): Product => ({
  itemCode: 'A1',
  itemDescription: 'Elbise',
  colorCode: '01',
  colorDescription: 'Siyah',
  lotDescription: '',
  images: [],
  updatedDate: '',
  brandName: 'Ayla',
  categoryName: '',
  title: '',
  items: sizes.map((size) => ({
    productId: size,
    itemDim1Code: size,
    lotCode: '',
    lotDescription: '',
    piecesPerLot: 1,
    inventory,
    unitPrice: 120,
    currencyCode: 'TRY',
  })),
})
const seen = (draft: ReturnType<typeof draftOf>) =>
  itemsOfDraft(draft).map(({ productId, qty, unitPrice, most, problem }) => [
    productId,
    qty,
    unitPrice,
    most,
    problem,
  ])

describe('prices and stock of an order that is edited', () => {
  test('no more than was ordered keeps its price, more of it and what is new cost what they cost today', () => {
    let draft = withAllOffers(draftOf(order([line('S', 3)])), [offered(2, 'S', 'M')])
    expect(seen(draft)).toEqual([
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

  test('what is not offered any more can be had as far as it was ordered', () => {
    const asked = withQty(draftOf(order([line('S', 3)])), 'S', 4)
    expect(seen(asked)).toEqual([['S', 4, 100, 1_000_000, undefined]])
    const draft = withAllOffers(draftOf(order([line('S', 3)])), [])
    expect(seen(withQty(draft, 'S', 2))).toEqual([['S', 2, 100, 3, undefined]])
    expect(seen(withQty(draft, 'S', 4))).toEqual([['S', 4, 100, 3, 'gone']])
    const stocked = withAllOffers(draft, [offered(2, 'S')])
    expect(seen(withQty(stocked, 'S', 6))).toEqual([['S', 6, 120, 5, 'short']])
    const season = withAllOffers(draftOf(order([line('S', 3)], { orderType: 'Season' })), [offered(2, 'S')])
    expect(seen(withQty(season, 'S', 6))).toEqual([['S', 6, 120, 1_000_000, undefined]])
  })

  test('the server knows better', () => {
    const draft = withQty(withAllOffers(draftOf(order([line('S', 3)])), [offered(9, 'S')]), 'S', 5)
    const dearer = withProblems(draft, 'order.priceChanged', [
      { productId: 'S', newUnitPrice: 130, newPriceCurrencyCode: 'TRY' },
    ])
    expect(seen(dearer)).toEqual([['S', 5, 130, 12, undefined]])
    const short = withProblems(draft, 'order.inventoryNotSufficient', [{ productId: 'S', inventory: 4 }])
    expect(seen(short)).toEqual([['S', 5, 120, 4, 'short']])
    const gone = withProblems(draft, 'order.lineUnavailable', [{ productId: 'S' }])
    expect(seen(gone)).toEqual([['S', 5, 100, 3, 'gone']])
  })
})

test('is changed by a quantity or by what is said of it, and not by what is taken back', () => {
  const draft = draftOf(order([line('S', 3)]))
  expect(isChanged(draft)).toBe(false)
  expect(isChanged(withQty(draft, 'S', 4))).toBe(true)
  expect(isChanged(withQty(withQty(draft, 'S', 4), 'S', 3))).toBe(false)
  expect(isChanged({ ...draft, said: { ...draft.said, description: 'x' } })).toBe(true)
})

test('what somebody else has changed is taken over, and what was changed here stays', () => {
  const draft = withQty(draftOf(order([line('S', 3), line('M', 1), line('L', 2)])), 'S', 5)
  const mine = { ...draft, said: { ...draft.said, description: 'benim' } }
  const theirs = order([line('S', 4), line('M', 7), line('XL', 1)], {
    version: 4,
    description: 'onun',
    salesPersonCode: 'P2',
  })
  expect(changedMeanwhile(mine, theirs)).toEqual([
    'A1 01 S: 3 → 4',
    'A1 01 M: 1 → 7',
    'A1 01 L: 2 → 0',
    'A1 01 XL: 0 → 1',
  ])
  const next = rebased(mine, theirs)
  expect(next.said).toEqual({ salesPersonCode: 'P2', subCurrAccId: '', description: 'benim' })
  expect(amendmentOf(next).version).toBe(4)
  const quantities = Object.fromEntries(itemsOfDraft(next).map(({ productId, qty }) => [productId, qty]))
  expect(quantities).toEqual({ S: 5, M: 7, XL: 1, L: 0 })
  expect(changedLines(next).map(({ productId }) => productId)).toEqual(['S'])
})
