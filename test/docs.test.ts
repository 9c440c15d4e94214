import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...['docs', 'test/bench'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true }).map((name) => `${folder}/${String(name)}`),
  ),
].filter((name) => name.endsWith('.md'))
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))

for (const name of documents) {
  const text = readFileSync(`${root}${name}`, 'utf8')

  test(`${name} names only existing commands`, () => {
    const named = [...text.matchAll(/(?:npm (?:run )?|start\.mjs )([a-z][\w:-]*)/g)].map(
      ([, command = '']) => command,
    )
    const own = named.filter(
      (command) => !['registry', 'install', 'ci'].includes(command) && !/^\d/.test(command),
    )
    expect(own.filter((command) => !(command in scripts))).toEqual([])
  })

  test(`${name} quotes only names of tests that the file before them has`, () => {
    const cited = text.replace(/\s+/g, ' ').matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`((?:,? “[^”]+”)+)/g)
    const missing = [...cited].flatMap(([, file = '', quotes = '']) => {
      const source = readFileSync(`${root}${file}`, 'utf8')
      return [...quotes.matchAll(/“([^”]+)”/g)].filter(([, quoted = '']) => !source.includes(quoted))
    })
    expect(missing.map(([quoted]) => quoted)).toEqual([])
  })

  test(`${name} names only existing files and folders`, () => {
    const quoted = [
      ...text.matchAll(/`((?:src|db|docs|test|start|\.ci)\/[\w./-]*|\w+\.(?:mjs|md|ts))`/g),
    ].map(([, path = '']) => path)
    const linked = [...text.matchAll(/\]\(((?!http)[^)#]+)/g)].map(([, path = '']) =>
      join(dirname(name), path),
    )
    // Files may be named without their folder.
    const all = readdirSync(`${root}src`, { recursive: true }).map((path) => String(path).split('/').at(-1))
    expect(
      [...quoted, ...linked].filter((path) => !existsSync(`${root}${path}`) && !all.includes(path)),
    ).toEqual([])
  })
}

/** Settings that the manual lists. */
const settings = () =>
  [...readFileSync(`${root}docs/operating.md`, 'utf8').matchAll(/^\| `([A-Z][A-Z\d_]+)` +\|/gm)].map(
    ([, name = '']) => name,
  )

test('docs/operating.md lists every environment variable that the server reads', () => {
  const read = ['config.ts', 'images/storePlace.ts', 'backup/place.ts'].flatMap((file) =>
    [
      ...readFileSync(`${root}src/server/${file}`, 'utf8').matchAll(/(?:environment\.|')([A-Z][A-Z\d_]+)\b/g),
    ].map(([, name]) => name),
  )
  expect(new Set(settings())).toEqual(new Set(read))
})

test('what is deployed starts the server as `npm start` does, with settings that it has', () => {
  const read = (name: string) => readFileSync(`${root}deploy/${name}`, 'utf8')
  const program = JSON.parse(readFileSync(`${root}start/serverProgram.json`, 'utf8')) as string[]
  expect(read('Dockerfile')).toContain(`CMD ${JSON.stringify(['node', ...program]).replaceAll(',', ', ')}`)
  expect(read('toptan.service')).toContain(`ExecStart=/usr/bin/node ${program.join(' ')}`)
  const unit = read('toptan.service')
  const [, settingsFile = ''] = /^EnvironmentFile=(\S+)$/m.exec(unit) ?? []
  for (const text of [unit, readFileSync(`${root}docs/operating.md`, 'utf8')]) {
    expect(text).toContain('24.16')
    expect(text).toContain(`npm run doctor -- --env ${settingsFile}`)
  }
  const server = read('compose.yaml')
    .split(/^ {2}(?=\w+:$)/m)
    .find((service) => service.startsWith('toptan:'))
  const lines = `${read('Dockerfile')}\n${read('toptan.service')}`.match(/^(?:ENV|Environment=).*$/gm) ?? []
  const set = [
    ...(server ?? '').matchAll(/^ {6}([A-Z][A-Z\d_]+):/gm),
    ...lines.join('\n').matchAll(/\b([A-Z][A-Z\d_]+)=/g),
  ].map(([, name = '']) => name)
  expect(set.length).toBeGreaterThan(8)
  // What Node and the C library read.
  const others = ['NODE_ENV', 'MALLOC_ARENA_MAX']
  for (const name of others) expect(set.filter((one) => one === name)).toHaveLength(2)
  expect(set.filter((name) => !others.includes(name) && !settings().includes(name))).toEqual([])
})
