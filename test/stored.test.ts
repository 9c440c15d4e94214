import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stored } from '../src/web/stored.ts'

const root = new URL('../src/web/', import.meta.url).pathname
const files = readdirSync(root, { recursive: true })
  .map(String)
  .filter((name) => /\.(ts|tsx|html)$/.test(name) && !name.endsWith('.test.ts') && name !== 'stored.ts')
  .map((name) => ({ name, text: readFileSync(root + name, 'utf8') }))

const having = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ name }) => name)
const found = (pattern: RegExp) =>
  files.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name))

test('what is kept in a browser is kept under a name of the list', () => {
  // trySetItem.ts takes only keys of the list; early.ts imports nothing.
  expect(having(/Storage\b[^\n]*\.setItem\(|storage\.setItem\(/).toSorted()).toEqual([
    'early.ts',
    'trySetItem.ts',
  ])
  expect(found(/sessionStorage\.setItem\('(\w+)'/g)).toEqual(['loadedAgain'])
  expect(stored.loadedAgain).toBe('browser')
  // Stores that others write for us have to name a key of the list too.
  const others = having(/\b(persist|useLocalStorage|useSessionStorage)\(/)
  expect(others.filter((name) => !having(/satisfies StoredKey/).includes(name))).toEqual([])
  expect(having(/(local|session)Storage(\[|\.\w+ =[^=])|indexedDB/)).toEqual([])
})

test('the list has no name that nothing is kept under', () => {
  const code = files.map(({ text }) => text).join('\n')
  const own = Object.keys(stored).filter((name) => !name.startsWith('tsr-'))
  expect(own.filter((name) => !new RegExp(`['\`]${name}['\`: ]`).test(code))).toEqual([])
})

test('cookies and caches are those that sign-out knows of, or that say nothing of a user', () => {
  expect(having(/document\.cookie =[^=]|cookieStore\.(set|delete)/).toSorted()).toEqual([
    // Language and colours.
    'choice.ts',
    // The token, dropped with the session.
    'credentials.ts',
    // Whether the panel's menu is open.
    'panel/shell/sidebar.ts',
  ])
  const caches = new Set(found(/[cC]acheName = ['`](\w+)/g))
  // The calls go with the session; page and scripts are the same for everybody.
  expect(caches).toEqual(new Set(['calls', 'page', 'scripts']))
})
