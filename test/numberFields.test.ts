import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../src/web/', import.meta.url).pathname
const files = readdirSync(root, { recursive: true })
  .map(String)
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(root + name, 'utf8') }))

const filesWith = (pattern: RegExp) =>
  files
    .filter(({ text }) => pattern.test(text))
    .map(({ name }) => name)
    .toSorted()

// Other fields drop what they cannot read, or take a thousands separator for a decimal one.
test('there is no other number field than NumberField', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(filesWith(/NumberInput|type=["']number["']|valueAsNumber/)).toEqual([])
  // Fields with a number keyboard on phones; each of them reads by readNumber, except for days and codes.
  expect(filesWith(/inputMode\b.*'(decimal|numeric)'|inputMode="(decimal|numeric)"/)).toEqual([
    'panel/catalogue/products/VariantRow.tsx',
    'panel/catalogue/sheet/SheetRow.tsx',
    'shop/products/PriceFacet.tsx',
    'shop/quick/LineRows.tsx',
    'ui/CodeField.tsx',
    'ui/NumberField.tsx',
    'ui/PercentField.tsx',
    'ui/days/DayField.tsx',
    'ui/useNumericField.ts',
  ])
})

test('a typed text is read by readNumber', () => {
  // Only values of style sheets.
  expect(filesWith(/parseFloat\((?!getComputedStyle)/)).toEqual([])
  // Names of sizes.
  expect(filesWith(/\.replace(All)?\((","|','|\/,).{0,4}, *'\.'\)/)).toEqual(['panel/orders/orderGrid.ts'])
  // Chosen from lists.
  expect(filesWith(/\bNumber\((event|currentTarget)[\w.]*value\)/)).toEqual(['shop/quick/ColumnMapping.tsx'])
})
