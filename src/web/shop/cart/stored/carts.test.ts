import { describe, expect, test } from 'vitest'
import { type Cart, type CartLine, emptyCart, type Order } from './cart.ts'
import { type Carts, withChanged, withCustomer } from './carts.ts'
import { cartOfOrder, withoutPlaced } from './editing.ts'
import { withAsideWaiting, withLinesMoved, withMoveUndone } from './movedLines.ts'

const cart = (currAccCode: string, lines: Record<string, number>, fields: Partial<Cart> = {}): Cart => ({
  ...emptyCart(),
  guidKey: `key ${currAccCode}`,
  currAccCode,
  lines: Object.entries(lines).map(([productId, qty]) => ({ productId, qty }) as CartLine),
  ...fields,
})
const choose = (carts: Carts, code: string) => withCustomer(carts, cart(code, {}, { guidKey: `new ${code}` }))
const linesOf = ({ lines }: Cart) => Object.fromEntries(lines.map(({ productId, qty }) => [productId, qty]))
/** Every cart's key and lines, open one first. */
const seen = ({ open, others }: Carts) =>
  [open, ...others].map((one) => [one.guidKey, one.currAccCode, linesOf(one)])

describe('a chosen customer', () => {
  test('has a cart of their own, and the previous one waits', () => {
    const a = cart('A', { s: 2 }, { description: 'call first', subCurrAccId: 'branch' })
    const atB = choose({ open: a, orders: [], others: [] }, 'B')
    expect(seen(atB)).toEqual([
      ['new B', 'B', {}],
      ['key A', 'A', { s: 2 }],
    ])
    const back = choose(atB, 'A')
    expect(back).toEqual({ open: a, orders: [], others: [] })
  })
  test('gets lines without a customer, under the same key', () => {
    const carts = choose({ open: cart('', { s: 2 }), orders: [], others: [] }, 'A')
    expect(seen(carts)).toEqual([['key ', 'A', { s: 2 }]])
  })
  test('gets them merged with their waiting cart', () => {
    const carts = choose({ open: cart('', { s: 2, m: 1 }), orders: [], others: [cart('A', { s: 1 })] }, 'A')
    expect(seen(carts)).toEqual([['key A', 'A', { s: 3, m: 1 }]])
  })
  test('gets a draft without a customer, merged with their waiting cart', () => {
    const draft = cart('', { s: 2 }, { draftVersion: 3 })
    const carts = choose({ open: draft, orders: [], others: [cart('A', { m: 1 })] }, 'A')
    expect(seen(carts)).toEqual([['key ', 'A', { s: 2, m: 1 }]])
  })
  test('does not keep an empty cart waiting', () => {
    expect(choose({ open: cart('A', {}), orders: [], others: [] }, 'B').others).toEqual([])
  })
  test('does not change an amended order', () => {
    const open = cartOfOrder({ guidKey: 'order', currAccCode: 'C', lines: [] } as never, cart('A', { s: 1 }))
    expect(choose({ open, orders: [], others: [] }, 'B')).toEqual({ open, orders: [], others: [] })
  })
})

test('choosing no customer opens a separate cart; the others wait', () => {
  const carts = choose({ open: cart('A', { s: 1 }), orders: [], others: [cart('B', { m: 1 })] }, '')
  expect(seen(carts)).toEqual([
    ['new ', '', {}],
    ['key A', 'A', { s: 1 }],
    ['key B', 'B', { m: 1 }],
  ])
})

test('moved lines leave their cart and can be moved back', () => {
  const a = cart('A', { s: 2, m: 1 }, { description: 'call first' })
  const before = { open: cart('B', { s: 1 }), orders: [], others: [a] }
  const after = withLinesMoved(before, a.guidKey)
  expect(seen(after)).toEqual([['key B', 'B', { s: 3, m: 1 }]])
  expect(seen(withMoveUndone(after, a))).toEqual(seen(before))
})

test('lines moved into an empty cart keep their price account', () => {
  const carts = withLinesMoved({ open: cart('B', {}), orders: [], others: [cart('A', { s: 2 })] }, 'key A')
  expect(carts.open.pricedFor).toBe('A')
})

test('undoing a move merges with a cart started meanwhile', () => {
  const a = cart('A', { s: 2 })
  const after = withLinesMoved({ open: cart('B', {}), orders: [], others: [a] }, a.guidKey)
  const again = { ...after, others: [cart('A', { m: 1 }, { guidKey: 'other tab' })] }
  expect(seen(withMoveUndone(again, a)).slice(1)).toEqual([['other tab', 'A', { m: 1, s: 2 }]])
})

test('a draft keeps its lines when they are moved', () => {
  const draft = cart('A', { s: 2 }, { draftVersion: 1 })
  const before = { open: cart('B', {}), orders: [], others: [draft] }
  const after = withLinesMoved(before, draft.guidKey)
  expect(seen(after)).toEqual([
    ['key B', 'B', { s: 2 }],
    ['key A', 'A', { s: 2 }],
  ])
  expect(seen(withMoveUndone(after, draft))).toEqual(seen(before))
})

test('undo makes the first customer’s lines unassigned again', () => {
  const nobodys = cart('', { s: 2 })
  const before = { open: nobodys, orders: [], others: [cart('A', { s: 1 })] }
  const back = withMoveUndone(choose(before, 'A'), nobodys)
  expect(seen(back)).toEqual(seen(before))
})

test('placing empties the cart it was sent from, open or waiting', () => {
  const sent = cart('A', { s: 2 })
  const atB = { open: cart('B', { m: 1 }), orders: [], others: [cart('A', { s: 2, l: 1 })] }
  const settle = (carts: Carts) => withChanged(carts, 'key A', (one) => withoutPlaced(one, sent))
  const [, left] = seen(settle(atB))
  expect(left?.slice(1)).toEqual(['A', { l: 1 }])
  expect(settle({ ...atB, others: [sent] }).others).toEqual([])
})

test('a cart that is being ordered keeps its key when a draft is opened for its customer', () => {
  const draft = cart('', { m: 1 }, { guidKey: 'draft', draftVersion: 1 })
  const ordered = cart('A', { s: 2 })
  const orders = [{ guidKey: ordered.guidKey } as Order]
  expect(choose({ open: draft, orders, others: [ordered] }, 'A').open).toMatchObject({ guidKey: 'key A' })
  expect(choose({ open: draft, orders: [], others: [ordered] }, 'A').open).toMatchObject({ guidKey: 'draft' })
})

test('after an amendment there is one cart per customer', () => {
  const aside = cart('A', { s: 1 })
  const carts = withAsideWaiting(
    { open: cart('C', {}), orders: [], others: [cart('C', { m: 1 })] },
    cart('C', { l: 2 }, { guidKey: 'what is new' }),
    aside,
  )
  expect(seen(carts)).toEqual([
    ['key C', 'C', { m: 1, l: 2 }],
    ['key A', 'A', { s: 1 }],
  ])
})

test('without an aside cart, it reopens the customer’s waiting cart', () => {
  const open = cartOfOrder({ guidKey: 'order', currAccCode: 'C', lines: [] } as never, null)
  const after = withChanged({ open, orders: [], others: [cart('C', { m: 1 })] }, 'order', () => ({
    ...cart('C', {}, { guidKey: 'fresh' }),
  }))
  expect(seen(after)).toEqual([['key C', 'C', { m: 1 }]])
})

test('a removed customer’s lines go to the next one chosen', () => {
  const gone = withChanged({ open: cart('A', { s: 1 }), orders: [], others: [] }, 'key A', () => ({
    currAccCode: '',
  }))
  expect(seen(choose(gone, 'B'))).toEqual([['key A', 'B', { s: 1 }]])
})
