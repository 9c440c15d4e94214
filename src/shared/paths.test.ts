import { expect, test } from 'vitest'
import { safeRedirect } from './paths.ts'
import { fold } from './text.ts'

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
