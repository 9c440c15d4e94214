import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#demo/random.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { compareCodes, resorted } from './order.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const words = [
  'çanta',
  'Çanta',
  'canta',
  'İnce',
  'ince',
  'ısı',
  'Isı',
  'IŞIK',
  'işık',
  'gömlek',
  'Gömlek XL',
  'göm-lek',
  'Ёлка',
  'елка',
  'ель',
  'Пальто',
  'пальто зимнее',
  'Ящик',
  'щётка',
  'سترة',
  'أحمر',
  'احمر',
  'قميص',
  'قميصـ',
  'آخر',
  'țară',
  'ţară',
  'șapcă',
  'şapcă',
  'été',
  'Etat',
  'œuvre',
  'oeuvre',
  'perché',
  'perche',
  'A-1',
  'A1',
  'A 1',
  'a1',
  'A10',
  'A2',
  '1',
  '10',
  '2',
  '',
  '%100 pamuk',
  '100% pamuk',
  "d'or",
  'd’or',
  '№5',
]

function samples(): string[] {
  const random = seededRandom('names')
  const pick = () => words[Math.floor(random() * words.length)] ?? ''
  return [...new Set([...words, ...Array.from({ length: 2000 }, () => `${pick()} ${pick()}${pick()}`)])]
}

test('codes are sorted as PostgreSQL sorts them', async () => {
  const codes = [...samples(), '\u{1F600}', '\uFFFD', '\uE000', 'a\u{10000}', 'a\uFFFF']
  const [row] = await database.database.global<{ sorted: string[] }>(
    `select array_agg(t order by t collate "C") as sorted from unnest($1::text[]) t`,
    [codes],
  )
  expect(codes.toSorted(compareCodes)).toEqual(row?.sorted)
})

test('a sorted list with items replaced is that of all items sorted', () => {
  const random = seededRandom('list')
  const compare = (one: number, other: number) => one - other
  for (let round = 0; round < 300; round += 1) {
    const numbers = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 50))
    const sorted = numbers(Math.floor(random() * 30)).toSorted(compare)
    const added = numbers(Math.floor(random() * 6))
    const gone = new Set(numbers(3))
    const result = resorted(sorted, (one) => gone.has(one), added, compare)
    expect(result).toEqual([...sorted.filter((one) => !gone.has(one)), ...added].toSorted(compare))
  }
})
