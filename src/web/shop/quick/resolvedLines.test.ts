import { expect, test } from 'vitest'
import type { CheckedLine } from '#shared/catalogue/catalogue.ts'
import { testItem, testProduct } from '#web/testing.ts'
import { readLine } from './readText.ts'
import { type Answers, type ListLine, questionsOf, resolveLines } from './resolvedLines.ts'

const line = (text: string): ListLine => {
  const read = readLine(text)
  if (!read) throw new Error('Nothing to read')
  return { ...read, id: 1 }
}

/** What the server says about codes; the id of a product is its code. */
function answersOf(statuses: Record<string, CheckedLine['status']>): Answers {
  const entries = Object.entries(statuses)
  const question = (code: string) => JSON.stringify([code, '', ''])
  const item = (code: string) => testItem(code, { unitPrice: 10, currencyCode: 'TRY', inventory: 99 })
  return {
    lines: new Map(entries.map(([code, status]) => [question(code), { status, productId: code }])),
    offers: new Map(
      entries.map(([code]) => [code, { product: testProduct([item(code)]), item: item(code) }] as const),
    ),
  }
}

test('a half size is ordered once, not five of the size before it', () => {
  const [resolved] = resolveLines(
    [line('R02-16,5')],
    answersOf({ 'R02-16,5': 'ok', 'R02-16': 'ok' }),
    new Map(),
  )
  expect(resolved).toMatchObject({ code: 'R02-16,5', count: 1, offer: { item: { productId: 'R02-16,5' } } })
  expect(resolved).not.toHaveProperty('problem')
})

test('a half size that cannot be ordered does not become five of the size before it', () => {
  const answers = answersOf({ 'R02-16,5': 'inactive', 'R02-16': 'ok' })
  expect(resolveLines([line('R02-16,5')], answers, new Map())).toMatchObject([{ problem: 'inactive' }])
})

test('a code with its quantity behind a comma is read so, once the whole is known to be no product', () => {
  const given = line('A100,5')
  expect(questionsOf(given)).toEqual(['["A100,5","",""]', '["A100","",""]'])
  const before = resolveLines([given], answersOf({ A100: 'ok' }), new Map())
  expect(before).toMatchObject([{ problem: 'unchecked' }])
  for (const status of ['unknown', 'notInItem'] as const) {
    const answers = answersOf({ A100: 'ok', 'A100,5': status })
    expect(resolveLines([given], answers, new Map())).toMatchObject([{ code: 'A100', count: 5 }])
  }
})

test('of a decimal quantity only the whole is asked', () => {
  expect(questionsOf(line('R02 16,5'))).toEqual(['["R02 16,5","",""]'])
})
