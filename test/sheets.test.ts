import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const web = fileURLToPath(new URL('../src/web/', import.meta.url))
const sheets = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))

/** What a sheet says of a pointer that hovers outside `@media (hover: hover)`, by line. */
function unguarded(sheet: string): string[] {
  let depth = 0
  let guardedFrom = Number.POSITIVE_INFINITY
  return sheet.split('\n').flatMap((line, index) => {
    if (line.includes('(hover: hover)')) guardedFrom = depth
    const found = line.includes(':hover') && guardedFrom > depth ? [`${index + 1}: ${line.trim()}`] : []
    depth += line.split('{').length - line.split('}').length
    if (line.includes('}') && depth <= guardedFrom) guardedFrom = Number.POSITIVE_INFINITY
    return found
  })
}

// A phone leaves what was tapped as if a pointer stood over it, until something else is tapped.
test('what hovers is only for what can hover', () => {
  expect(sheets.length).toBeGreaterThan(50)
  const problems = sheets.flatMap((file) =>
    unguarded(readFileSync(join(web, file), 'utf8')).map((line) => `${file}:${line}`),
  )
  expect(problems).toEqual([])
})

test('a rule outside is found', () => {
  const sheet =
    '@media (hover: hover) {\n  .a:hover {\n    color: red;\n  }\n}\n\n.b:hover {\n  color: red;\n}\n'
  expect(unguarded(sheet)).toEqual(['7: .b:hover {'])
})

/** In pixels. A size more is a font more that a phone makes ready before the first card can be seen. */
const sizes = [12, 13, 14, 16, 18, 20, 24, 28].map((size) => `${size}px`)
const weights = ['400', '600']

test('letters are of few sizes and weights', () => {
  const others = sheets.flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/font-(?:size|weight): ([\d.]+(?:px)?)/g)]
      .filter(([, value = '']) => !sizes.includes(value) && !weights.includes(value))
      .map(([rule]) => `${file}: ${rule}`),
  )
  expect(others).toEqual([])
})
