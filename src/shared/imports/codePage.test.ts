import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { type CodePage, codePageOf } from './codePage.ts'

test.each([
  ['win1254', 'Ürün Açıklaması;Şifon Gömlek;IŞIK GÖZLÜK', 'en'],
  ['win1254', 'ÖRME KAZAK;ÇİÇEKLİ ELBİSE', 'ru'],
  ['win1251', 'Артикул;Цвет;Куртка зимняя;ЧЁРНЫЙ', 'tr'],
  ['win1251', 'Бренд VIVA;размер L', 'ar'],
  ['win1250', 'Cămaşă albă;mărime;Fustă ţesută', 'tr'],
  ['win1252', 'Référence;Désignation;Été à volants', 'tr'],
  ['win1252', 'Qualità;Più colori;è così', 'tr'],
  ['win1252', 'Größe;Weiß;Übergröße', 'tr'],
  ['win1256', 'رمز المنتج;قميص أبيض;اللون', 'tr'],
  ['win1254', 'Gömlek', 'tr'],
] as const)('%s is known by %s, whatever the main language', (page, text, language) => {
  expect(codePageOf((one) => iconv.decode(iconv.encode(text, page), one), language)).toBe(page)
})

test('a word that two languages could have written is in the main one', () => {
  // FE is the Turkish ş and the Romanian ţ.
  const decode = (page: CodePage) => iconv.decode(iconv.encode('şal', 'win1254'), page)
  expect(codePageOf(decode, 'tr')).toBe('win1254')
  expect(codePageOf(decode, 'ro')).toBe('win1250')
})
