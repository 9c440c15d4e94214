import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { columnOf } from '#server/db/columns.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const recipes = readFileSync(`${root}docs/architecture.md`, 'utf8')
  .split(/^## /m)
  .flatMap((section) => {
    const [, example] = /^Traced by `(\w+)`/m.exec(section) ?? []
    return example ? [{ section, example, title: section.split('\n', 1)[0] ?? '' }] : []
  })
/** Texts of product code by path; tests and their data are none. */
const sources = ['src', 'db/demo'].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|web\/testing\.ts$/.test(file))
    .map((file) => `${folder}/${file}`)
    .map((path) => [path, readFileSync(root + path, 'utf8')] as const),
)

test('there are recipes', () => expect(recipes.length).toBeGreaterThan(5))

test.each(recipes)('$title: names the files that know $example', ({ section, example }) => {
  const word = new RegExp(`\\b(?:${example}|${columnOf(example)})\\b`)
  const found = sources.filter(([, text]) => word.test(text)).map(([path]) => path)
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  const named = rows.flatMap((row) => [...row.matchAll(/`((?:src|db)\/[\w./-]+)`/g)].map(([, path]) => path))
  expect(new Set(found)).toEqual(new Set(named))
})
