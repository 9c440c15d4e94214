import { expect, test } from 'vitest'
import { colorFamilies } from '#shared/catalogue/colorFamilies.ts'
import { colours } from '../../../../db/demo/colours.ts'
import { colorTable } from './colorTable.ts'
import { colorNamed } from './colorWords.ts'
import { starterTerms } from './starterTerms.ts'
import { linesOf } from './terms.ts'

test('every line of the table is a colour of the dictionary', () => {
  const names = new Set(starterTerms().map(({ wordings }) => wordings.tr?.alone))
  for (const line of linesOf(colorTable)) {
    const [family = '', hexes = '', name = ''] = line.split('|').map((cell) => cell.trim())
    expect([name, names.has(name)]).toEqual([name, true])
    expect(colorFamilies).toContain(family)
    expect(hexes).toMatch(/^([0-9a-f]{6}( [0-9a-f]{6})?)?$/)
  }
})

test.each([
  ['Siyah', 'black'],
  ['SİYAH', 'black'],
  ['Açık Mavi', 'blue'],
  ['acik mavi', 'blue'],
  ['Navy Blue', 'blue'],
  ['bleu marine', 'blue'],
  ['тёмно-синий', 'blue'],
  ['черная', 'black'],
  ['blu notte', 'blue'],
  ['Verde oliva', 'green'],
  ['bleumarin', 'blue'],
  ['أسود', 'black'],
  ['كحلي', 'blue'],
  ['Haki Melanj', 'green'],
  ['01 Bordo', 'red'],
  ['Multicolor', 'mixed'],
])('%s is of the family %s', (name, family) => {
  expect(colorNamed(name)?.family).toBe(family)
})

test('a name of two colours has both in its swatch', () => {
  expect(colorNamed('Lacivert/Beyaz')).toEqual({ family: 'blue', swatch: ['#1c2951', '#ffffff'] })
  expect(colorNamed('Siyah-Beyaz')?.swatch).toHaveLength(2)
})

test('a name without a known word has no colour', () => {
  expect(colorNamed('Standart')).toBeUndefined()
  expect(colorNamed('')).toBeUndefined()
  expect(colorNamed('Desen 12')).toBeUndefined()
})

test('all colours of the demo are known', () => {
  const names = [...colours.values()].map(({ name }) => name)
  expect(names.filter((name) => !colorNamed(name)?.swatch.length)).toEqual([])
})
