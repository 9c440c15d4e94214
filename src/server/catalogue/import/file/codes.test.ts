import { expect, test } from 'vitest'
import { shorten, slug } from './codes.ts'

test('long values are shortened with a hash; colours become codes', () => {
  expect(shorten('short', 10)).toBe('short')
  const one = shorten('a-very-long-handle-of-a-product-in-white', 30)
  const other = shorten('a-very-long-handle-of-a-product-in-black', 30)
  expect(one).toMatch(/^a-very-long-handle-of-a-\w{5}$/)
  expect(one).not.toBe(other)
  expect(one).toBe(shorten('a-very-long-handle-of-a-product-in-white', 30))
  expect(slug('Açık Mavi / İnci')).toBe('acik-mavi-inci')
  expect(slug('Синій')).toBe('синій')
  expect(slug('★')).toMatch(/^\w{4}$/)
})
