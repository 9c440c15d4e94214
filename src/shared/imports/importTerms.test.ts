import { expect, test } from 'vitest'
import en from '#shared/i18n/en.json' with { type: 'json' }
import { importQuestions, isTakenTwice } from './importTerms.ts'

test('each question and answer has its text', () => {
  const keys = Object.entries(importQuestions).flatMap(([code, choices]) => [
    `panel.import.question.${code}`,
    ...choices.map((choice) => `panel.import.answer.${code}.${choice}`),
  ])
  expect(keys.filter((key) => !(key in en))).toEqual([])
})

test('columns of sizes may be several, but leave no room for a column of sizes, stock or lots', () => {
  const twice = (...targets: string[]) => targets.filter((_, index) => isTakenTwice(targets, index))
  expect(twice('itemCode', 'sizeStock', 'sizeStock', '', '')).toEqual([])
  expect(twice('itemCode', 'itemCode')).toEqual(['itemCode'])
  expect(twice('inventory', 'sizeStock', 'lotCode')).toEqual(['inventory', 'lotCode'])
})
