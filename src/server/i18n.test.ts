import { expect, test } from 'vitest'
import { requestLanguage } from './i18n.ts'

test.each([
  ['en-US,en;q=0.9', 'en'],
  ['de-DE, fr;q=0.8, it;q=0.9', 'it'],
  ['AR-sa', 'ar'],
  ['en;q=0, ro;q=0.1', 'ro'],
  ['en;q=x, ru', 'ru'],
  ['de', 'tr'],
  ['*', 'tr'],
  ['', 'tr'],
  [undefined, 'tr'],
])('who accepts %j reads %s', (accepted, language) => {
  expect(requestLanguage({ 'accept-language': accepted })).toBe(language)
})

test('a long list is read at its beginning only', () => {
  expect(requestLanguage({ 'accept-language': `${'de,'.repeat(1000)}en` })).toBe('tr')
})

test('langCode comes before what the browser accepts, if we have it', () => {
  expect(requestLanguage({ langcode: 'ru', 'accept-language': 'en' })).toBe('ru')
  expect(requestLanguage({ langcode: 'de', 'accept-language': 'en' })).toBe('en')
})
