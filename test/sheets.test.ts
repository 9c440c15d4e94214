import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const web = fileURLToPath(new URL('../src/web/', import.meta.url))
const sheets = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))

function unguardedHovers(sheet: string): string[] {
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

// On touch screens :hover stays until the next tap.
test('hover styles apply only to pointers that hover', () => {
  expect(sheets.length).toBeGreaterThan(50)
  const problems = sheets.flatMap((file) =>
    unguardedHovers(readFileSync(join(web, file), 'utf8')).map((line) => `${file}:${line}`),
  )
  expect(problems).toEqual([])
})

test('an unguarded :hover is found', () => {
  const sheet =
    '@media (hover: hover) {\n  .a:hover {\n    color: red;\n  }\n}\n\n.b:hover {\n  color: red;\n}\n'
  expect(unguardedHovers(sheet)).toEqual(['7: .b:hover {'])
})

/** Each size is a font that a phone prepares before the first card shows. */
const sizes = [12, 13, 14, 16, 18, 20, 24, 28].map((size) => `${size}px`)
const weights = ['400', '600']

test('only these font sizes and weights are used', () => {
  const others = sheets.flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/font-(?:size|weight): ([\d.]+(?:px)?)/g)]
      .filter(([, value = '']) => !sizes.includes(value) && !weights.includes(value))
      .map(([rule]) => `${file}: ${rule}`),
  )
  expect(others).toEqual([])
})
