import { describe, expect, test } from 'vitest'
import { testItem, testProduct } from '#web/testing.ts'
import { createRepeatGuard } from './repeatGuard.ts'
import { readingsOf, readingsOfKeys } from './scanCode.ts'
import {
  claimable,
  noScans,
  sessionOf,
  withAdded,
  withClaim,
  withoutScan,
  withoutWaiting,
  withRefused,
  withWaiting,
} from './scans.ts'

const keysOf = (typed: string, codes: string[]) =>
  [...typed].map((key, index) => ({ key, code: codes[index] ?? '', shift: false }))

describe('a code is read', () => {
  test.each([
    ['8690000000012', ['8690000000012']],
    ['  8690000000012\r\n', ['8690000000012']],
    [']E08690000000012', ['8690000000012']],
    [']C1ABC-123', ['ABC-123']],
    ['(01)08690000000012', ['(01)08690000000012', '08690000000012']],
    ['0108690000000012\u001d10LOT5', ['0108690000000012 10LOT5', '08690000000012']],
    [
      'https://id.example/01/08690000000012/10/5',
      ['https://id.example/01/08690000000012/10/5', '08690000000012'],
    ],
    ['https://shop.example/shop/items/A%20100?x=1', ['https://shop.example/shop/items/A%20100?x=1', 'A 100']],
    ['', []],
  ])('%j', (text, readings) => expect(readingsOf(text)).toEqual(readings))

  test('as the scanner meant it, on any keyboard layout', () => {
    const french = keysOf('&é"', ['Digit1', 'Digit2', 'Digit3'])
    expect(readingsOfKeys(french)).toEqual(['&é"', '123'])
    const turkish = keysOf('ı5*', ['KeyI', 'Digit5', 'Minus'])
    expect(readingsOfKeys(turkish)).toEqual(['ı5*', 'i5-'])
  })
})

describe('the camera', () => {
  test('counts a code once, and again after 1.5 seconds', () => {
    const guard = createRepeatGuard()
    const seen = [0, 100, 700, 1400, 1500, 1600, 3000].map((now) => guard.accepts('A', 'ean_13', now))
    // Unseen from 700 to 1400: longer than a blurred frame.
    expect(seen).toEqual([true, false, true, true, false, false, true])
  })

  test('does not count a steady code at every frame', () => {
    const guard = createRepeatGuard()
    const counted = Array.from({ length: 14 }, (_, frame) => guard.accepts('A', 'ean_13', frame * 100))
    expect(counted.filter(Boolean)).toHaveLength(1)
  })

  test('needs two sightings for formats without a check digit', () => {
    const guard = createRepeatGuard()
    expect([0, 100, 200].map((now) => guard.accepts('12', 'itf', now))).toEqual([false, true, false])
  })

  test('tracks codes separately', () => {
    const guard = createRepeatGuard()
    expect(guard.accepts('A', 'ean_13', 0)).toBe(true)
    expect(guard.accepts('B', 'ean_13', 0)).toBe(true)
  })
})

describe('a session', () => {
  const item = testItem('p1')
  const product = testProduct([item, testItem('p2')])

  test('sums repeats on top of the list', () => {
    const other = testItem('p2')
    const scans = [item, other, item].reduce(
      (before, one, now) => withAdded(before, product, one, now),
      noScans,
    )
    expect(scans.added.map(({ id, added }) => [id, added])).toEqual([
      ['p1', 2],
      ['p2', 1],
    ])
    expect(scans.added[0]?.product.items).toEqual([item])
  })

  test('keeps and counts refused scans until dismissed', () => {
    const once = withRefused(noScans, { code: 'X', reason: 'unknown' }, 1)
    const twice = withRefused(once, { code: 'X', reason: 'unknown' }, 2)
    expect(twice.refused).toMatchObject([{ code: 'X', count: 2, at: 2 }])
    expect(withoutScan(twice, twice.refused[0]?.id ?? '').refused).toEqual([])
  })

  test('lets one tab look up waiting scans, and another after its claim expires', () => {
    const waiting = withWaiting(noScans, ['X'], 'cart', 1000)
    const [scan] = claimable(waiting, 'cart', 100_000)
    expect(scan?.readings).toEqual(['X'])
    const claimed = withClaim(waiting, scan?.id ?? '', 100_000)
    expect(claimable(claimed, 'cart', 101_000)).toEqual([])
    expect(claimable(claimed, 'cart', 140_000)).toHaveLength(1)
    expect(claimable(waiting, 'another cart', 100_000)).toEqual([])
    expect(withoutWaiting(claimed, scan?.id ?? '').waiting).toEqual([])
  })

  test('belongs to one user and one cart; waiting scans stay for their cart', () => {
    const full = withWaiting(
      withAdded({ ...noScans, userId: 'u', guidKey: 'g' }, product, item, 1),
      ['X'],
      'g',
      1,
    )
    expect(sessionOf(full, 'u', 'g')).toBe(full)
    expect(sessionOf(full, 'u', 'h')).toMatchObject({ added: [], waiting: [{ guidKey: 'g' }] })
    expect(sessionOf(full, 'v', 'g')).toMatchObject({ added: [], waiting: [] })
  })
})
