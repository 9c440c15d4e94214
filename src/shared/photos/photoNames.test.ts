import { describe, expect, test } from 'vitest'
import { baseName, photoKey, placeOf, productKey, readingsOf, storedName } from './photoNames.ts'

describe('a name is parsed', () => {
  test.each([
    ['A1_red_1.jpg', ['a1_red_1 0', 'a1_red 1']],
    ['A1-red (2).JPG', ['a1_red_2 0', 'a1_red 2']],
    ['A1 red 02.jpeg', ['a1_red_02 0', 'a1_red 2']],
    ['A1_red_2 (1).webp', ['a1_red_2_1 0', 'a1_red_2 1', 'a1_red 2']],
    ['ELBİSE-101_KIRMIZI.avif', ['elbise_101_kirmizi 0']],
    ['Elbise 101 kırmızı(3).png', ['elbise_101_kirmizi_3 0', 'elbise_101_kirmizi 3']],
    ['8690000000017.jpg', ['8690000000017 0']],
    ['yaz/2026/A1_red.jpg', ['a1_red 0']],
    ['yaz\\A1_red.jpg', ['a1_red 0']],
    ['A1–red–4.jpg', ['a1_red_4 0', 'a1_red 4']],
    ['((_)).jpg', []],
  ])('%s', (name, expected) => {
    expect(readingsOf(name).map(({ key, number }) => `${key} ${number}`)).toEqual(expected)
  })

  test('as its product’s name, with any separators', () => {
    expect(productKey('K/1 #%', 'ş&/')).toBe('k_1_s')
    expect(productKey('A1', '')).toBe('a1')
    expect(photoKey('  Gömlek__ÇİZGİLİ ')).toBe('gomlek_cizgili')
    // Decomposed letters, as on a Mac.
    expect(photoKey('u\u0308st')).toBe(photoKey('üst'))
  })
})

test('a stored name is a JPEG’s, limited in length and unique', () => {
  expect(storedName('a/b/Ön yüz.PNG', new Set())).toBe('Ön yüz.jpg')
  expect(storedName('a.jpg', new Set(['a.jpg', 'a-2.jpg']))).toBe('a-3.jpg')
  expect(storedName('.jpg', new Set())).toBe('photo.jpg')
  expect(storedName(`${'x'.repeat(300)}.jpg`, new Set())).toHaveLength(194)
  expect(baseName('o\u0308n.jpg')).toBe('ön.jpg')
})

describe('a new photo is placed', () => {
  const photos = ['A1_red_1.jpg', 'A1_red_3.jpg', 'front.jpg', 'A1_red_10.jpg']
  test.each([
    ['A1_red_2.jpg', 1],
    ['a1-red (9).png', 3],
    ['A1_red_11.jpg', 4],
    ['A1_red.jpg', 4],
    ['front_0.jpg', 4],
    ['IMG_2034.jpg', 4],
  ])('%s at %i', (name, place) => {
    expect(placeOf(name, photos)).toBe(place)
  })

  test('by its number, even if the colour is numeric', () => {
    expect(placeOf('A1_2_1.jpg', ['A1_2_2.jpg'])).toBe(0)
    expect(placeOf('A1_2_3.jpg', ['A1_2_1.jpg', 'A1_2_2.jpg'])).toBe(2)
    expect(placeOf('A1_red_2 (1).jpg', ['A1_red_1.jpg', 'A1_red_2.jpg', 'A1_red_3.jpg'])).toBe(2)
  })
})
