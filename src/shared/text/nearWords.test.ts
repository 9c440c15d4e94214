import { expect, test } from 'vitest'
import { isOneLetterOff, looksLikeSize } from './nearWords.ts'

test.each([
  ['gomlk', 'gomlek', true],
  ['gomleek', 'gomlek', true],
  ['gomlak', 'gomlek', true],
  ['gmolek', 'gomlek', true],
  ['omlek', 'gomlek', true],
  ['jaket', 'jacket', true],
  ['gomle', 'gomlek', true],
  ['gomlekk', 'gomlek', true],
  ['gomlek', 'gomlek', false],
  ['gmlk', 'gomlek', false],
  ['pantalon', 'pantolon', true],
  ['', 'gomlek', false],
])('%s and %s: %s', (typed, known, isNear) => {
  expect(isOneLetterOff(typed, known)).toBe(isNear)
})

test('a beginning is compared with as much of the word', () => {
  expect(isOneLetterOff('gomlk', 'gomlekler', true)).toBe(true)
  expect(isOneLetterOff('gomlk', 'gomlekler')).toBe(false)
  expect(isOneLetterOff('pantl', 'pantolon', true)).toBe(true)
})

test('sizes are told from words', () => {
  const words = ['s', 'xl', 'xxl', '3xl', '42', '36,5', '4y', '100']
  expect(words.filter(looksLikeSize)).toEqual(words)
  expect(['xs-x', 'mont', 'slim', '1234', 'a', 'xy'].filter(looksLikeSize)).toEqual([])
})
