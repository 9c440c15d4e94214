import { expect, test } from 'vitest'
import { safeRedirect } from './paths.ts'
import { fold } from './text/text.ts'
import { textMatcher } from './text/textMatch.ts'

test('redirects only to paths of this site', () => {
  for (const path of ['/shop', '/siparisler/index?text=1&page=2', '/cart#x'])
    expect(safeRedirect(path, '/panel')).toBe(path)
  for (const evil of [
    undefined,
    '',
    '//evil',
    '/\\evil',
    '\\evil',
    'https:evil',
    'https://evil',
    'javascript:1',
    '/\n/evil',
    'shop',
  ])
    expect(safeRedirect(evil, '/panel')).toBe('/panel')
})

test('names fold by Turkish rules', () => {
  expect(fold('İNCE')).toBe(fold('ince'))
  expect(fold('ISPARTA')).toBe(fold('ısparta'))
  expect(fold('istanbul')).toBe(fold('İstanbul'))
  expect(fold('ÇŞĞÜÖ')).toBe('çşğüö')
})

test.each([
  ['Ilgınay Tekstil', 'ilginay'],
  ['Ilginay Tekstil', 'ILGINAY TEKS'],
  ['Çınar', 'cinar'],
  ["Dell'Arte", 'dell’arte'],
  ['Dell’Arte', 'dellarte'],
  ['Dellarte', "dell'arte"],
  ['T-shirt', 'tshirt'],
  ['T shirt', 't-shirt'],
  ['قميص', 'القميص'],
  ['القميص', 'قميص'],
  ['مؤسسة الأمل', 'موسسه'],
  ['anything', ' - '],
])('%s is found by %s', (text, search) => {
  expect(textMatcher(search)(text)).toBe(true)
})

test('a text without one of the words is not found, nor one whose words only touch', () => {
  expect(textMatcher('cinar kuzey')('Çınar')).toBe(false)
  expect(textMatcher('tshirt')('Mont shirt')).toBe(false)
  // Too short to be without its article.
  expect(textMatcher('الف')('فستان')).toBe(false)
})
