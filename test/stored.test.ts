import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stored } from '../src/web/stored.ts'

const root = new URL('../src/web/', import.meta.url).pathname
const files = readdirSync(root, { recursive: true })
  .map(String)
  .filter((name) => /\.(ts|tsx|html)$/.test(name) && !name.endsWith('.test.ts') && name !== 'stored.ts')
  .map((name) => ({ name, text: readFileSync(root + name, 'utf8') }))

const filesWith = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ name }) => name)
const found = (pattern: RegExp) =>
  files.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name))

test('browser storage uses only listed keys', () => {
  // trySetItem.ts accepts only listed keys; early.ts has no imports.
  expect(filesWith(/Storage\b[^\n]*\.setItem\(|storage\.setItem\(/).toSorted()).toEqual([
    'early.ts',
    'trySetItem.ts',
  ])
  expect(found(/sessionStorage\.setItem\('(\w+)'/g)).toEqual(['loadedAgain'])
  expect(stored.loadedAgain).toBe('browser')
  // Libraries' stores must name a listed key too.
  const others = filesWith(/\b(persist|useLocalStorage|useSessionStorage)\(/)
  expect(others.filter((name) => !filesWith(/satisfies StoredKey/).includes(name))).toEqual([])
  expect(filesWith(/(local|session)Storage(\[|\.\w+ =[^=])|indexedDB/)).toEqual([])
})

test('every listed key is used', () => {
  const code = files.map(({ text }) => text).join('\n')
  const own = Object.keys(stored).filter((name) => !name.startsWith('tsr-'))
  expect(own.filter((name) => !new RegExp(`['\`]${name}['\`: ]`).test(code))).toEqual([])
})

test('cookies and caches are deleted at sign-out or not personal', () => {
  expect(filesWith(/document\.cookie =[^=]|cookieStore\.(set|delete)/).toSorted()).toEqual([
    // Language and colour scheme.
    'choice.ts',
    'credentials.ts',
    'panel/shell/shellSettings.ts',
  ])
  const caches = new Set(found(/[cC]acheName = ['`](\w+)/g))
  // Neither is personal.
  expect(caches).toEqual(new Set(['page', 'scripts']))
})
