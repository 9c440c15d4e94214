import { describe, expect, test } from 'vitest'
import { testLine, testOrder } from '#web/testing.ts'
import { type Cart, type CartLine, emptyCart } from './cart.ts'
import { afterEditing, cartOfOrder, isChanged, withoutOrdered, withoutPlaced } from './editing.ts'
import { differencesSince, rebase } from './rebase.ts'

const line = (productId: string, qty: number) => testLine(productId, { qty, inventory: 4 })
const seen = ({ lines }: { lines: CartLine[] }) => lines.map(({ productId, qty }) => [productId, qty])
const withLines = (cart: Cart, ...lines: [string, number][]): Cart => ({
  ...cart,
  lines: lines.map(([id, qty]) => line(id, qty)),
})

describe('an order as a cart', () => {
  test('has its key, version and ordered lines', () => {
    const cart = cartOfOrder(testOrder([line('s', 5)]), null)
    expect(cart).toMatchObject({ guidKey: 'g', editable: true, description: 'not' })
    expect(cart.editing).toMatchObject({
      orderNumber: '1042',
      version: 3,
      placed: { s: { qty: 5, unitPrice: 10, priceCurrencyCode: 'TRY' } },
    })
    expect(cart.editing?.takesStock).toBe(true)
    const season = cartOfOrder(testOrder([line('s', 5)], { orderType: 'Season' }), null)
    expect(season.editing?.takesStock).toBe(false)
  })
  test('is changed by a quantity, a new or a removed line', () => {
    const cart = cartOfOrder(testOrder([line('s', 5), line('m', 1)]), null)
    expect(isChanged(cart)).toBe(false)
    expect(isChanged(withLines(cart, ['s', 5], ['m', 2]))).toBe(true)
    expect(isChanged(withLines(cart, ['s', 5]))).toBe(true)
    expect(isChanged(withLines(cart, ['s', 5], ['m', 1], ['l', 1]))).toBe(true)
    expect(isChanged(emptyCart())).toBe(false)
  })
  test('returns the previous cart', () => {
    const before = withLines(emptyCart(), ['x', 1])
    expect(afterEditing(cartOfOrder(testOrder([line('s', 5)]), before))).toBe(before)
    expect(afterEditing(cartOfOrder(testOrder([line('s', 5)]), null))).toMatchObject({
      lines: [],
      editing: null,
    })
  })
})

describe('an order that somebody else has changed', () => {
  const mine = withLines(
    cartOfOrder(testOrder([line('s', 5), line('m', 1), line('l', 2), line('x', 7)]), null),
    // Changed here: s; removed: l; added: n.
    ['s', 8],
    ['m', 1],
    ['x', 7],
    ['n', 4],
  )
  // Changed there: s and m; removed: x; added: y.
  const now = testOrder([line('s', 6), line('m', 3), line('l', 2), line('y', 1)], { version: 4 })

  test('lists the differences', () => {
    if (!mine.editing) throw new Error('not editing')
    const found = differencesSince(mine.editing, now, mine.lines)
    expect(found.map((one) => [one.line.productId, one.before, one.after])).toEqual([
      ['s', 5, 6],
      ['m', 1, 3],
      ['y', 0, 1],
      ['x', 7, 0],
    ])
  })
  test('is reloaded with the local changes', () => {
    const again = rebase(mine, now)
    expect(seen(again)).toEqual([
      ['s', 8],
      ['m', 3],
      ['y', 1],
      ['n', 4],
    ])
    expect(again.editing?.version).toBe(4)
    expect(isChanged(again)).toBe(true)
  })
  test('is not replaced by another order', () => {
    expect(rebase(mine, { ...now, guidKey: 'other' })).toBe(mine)
  })
  test('keeps the other note unless one was written here', () => {
    const noted = { ...now, description: 'Before noon', salesPersonCode: 'ST02' }
    expect(rebase(mine, noted)).toMatchObject({ description: 'Before noon', salesPersonCode: 'ST02' })
    const own = rebase({ ...mine, description: 'After noon' }, noted)
    expect(own).toMatchObject({ description: 'After noon', salesPersonCode: 'ST02' })
    expect(isChanged({ ...cartOfOrder(now, null), description: 'After noon' })).toBe(true)
    expect(isChanged(cartOfOrder(now, null))).toBe(false)
  })
})

describe('a cart whose order is placed', () => {
  const sent = { ...withLines(emptyCart(), ['s', 3]), description: 'not' }

  test('keeps lines added meanwhile under a new key', () => {
    const left = withoutPlaced(withLines(sent, ['s', 5], ['l', 1]), sent)
    expect(seen(left)).toEqual([
      ['s', 2],
      ['l', 1],
    ])
    expect(left.guidKey).not.toBe(sent.guidKey)
    expect(withoutPlaced(left, sent)).toBe(left)
  })
  test('is reduced to what the order lacks', () => {
    const placed = testOrder([line('s', 3), line('m', 9)], { guidKey: sent.guidKey })
    const left = withoutOrdered(
      { ...withLines(sent, ['s', 4], ['m', 2], ['l', 1]), description: 'not' },
      placed,
    )
    expect(seen(left)).toEqual([
      ['s', 1],
      ['l', 1],
    ])
    expect(left.description).toBe('not')
    expect(withoutOrdered(sent, placed).lines).toEqual([])
  })
})
