import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const documents = [
  'README.md',
  ...readdirSync(`${root}docs`, { recursive: true }).map((name) => `docs/${String(name)}`),
].filter((name) => name.endsWith('.md'))
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))

for (const name of documents) {
  const text = readFileSync(`${root}${name}`, 'utf8')

  test(`${name} names only existing commands`, () => {
    const named = [...text.matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].map(([, command = '']) => command)
    const own = named.filter(
      (command) => !['registry', 'install', 'ci'].includes(command) && !/^\d/.test(command),
    )
    expect(own.filter((command) => !(command in scripts))).toEqual([])
  })

  test(`${name} names only existing files and folders`, () => {
    const quoted = [
      ...text.matchAll(/`((?:src|db|docs|test|start|\.ci)\/[\w./-]*|\w+\.(?:mjs|md|ts))`/g),
    ].map(([, path = '']) => path)
    const linked = [...text.matchAll(/\]\(((?!http)[^)#]+)\)/g)].map(([, path = '']) => path)
    // Files may be named without their folder.
    const all = readdirSync(`${root}src`, { recursive: true }).map((path) => String(path).split('/').at(-1))
    expect(
      [...quoted, ...linked].filter((path) => !existsSync(`${root}${path}`) && !all.includes(path)),
    ).toEqual([])
  })
}

test('README’s table has every setting that the program reads', () => {
  const read = [
    ...readFileSync(`${root}src/server/config.ts`, 'utf8').matchAll(/environment\.([A-Z_]+)/g),
  ].map(([, key]) => key)
  const documented = [...readFileSync(`${root}README.md`, 'utf8').matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(
    ([, key]) => key,
  )
  expect(new Set(documented)).toEqual(new Set(read))
})
