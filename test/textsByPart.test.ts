import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import en from '#shared/i18n/en.json' with { type: 'json' }
import { readSource, textsByPart } from '../vite/textsByPart.ts'

const keys = Object.keys(en)
const parts = textsByPart(keys)
const here = new URL('../src/web/shop/Sample.tsx', import.meta.url).href
const at = (path: string) => new URL(path, here).href

test('imports come with their file, lazy pages and parts later', () => {
  const { now, later } = readSource(
    here,
    `import type { Kind } from './Kind.ts'
     import { home } from './home.ts'
     export { t } from '#web/i18n.ts'
     import { useState } from 'react'
     const Plain = lazy(async () => ({ default: (await import('./Plain.tsx')).Plain }))
     const Part = lazyPart<Props>(async () => (await import('./Part.tsx')).Part)
     const route = createRoute({ component: lazyPage(() => import('./Page.tsx'), 'Page') })`,
  )
  expect(now).toEqual([at('./home.ts'), at('../i18n.ts'), at('./Plain.tsx')])
  expect(later).toEqual([at('./Part.tsx'), at('./Page.tsx')])
})

test('a text is found by its key or a template with its beginning', () => {
  const { words, patterns } = readSource(here, "t('cart.clear'); t(`role.${role}`); t(`plain.key`); `${a}.b`")
  expect([...words]).toEqual(['cart.clear', 'plain.key'])
  expect(patterns.map((pattern) => [pattern.test('role.admin'), pattern.test('role')])).toEqual([
    [true, false],
  ])
})

test('consecutive parts share no text, and the first load is complete', async () => {
  const { first, ordering, panel, office } = await parts
  expect(first).toEqual(expect.arrayContaining(['product.sizes', 'shop.search', 'error.network']))
  expect(ordering).toEqual(expect.arrayContaining(['login.title', 'cart.clear']))
  expect(panel).toEqual(expect.arrayContaining(['panel.users', 'panel.dashboard']))
  expect(office).toEqual(expect.arrayContaining(['panel.import.undo', 'login.password']))
  expect(first.filter((key) => ordering.includes(key) || panel.includes(key))).toEqual([])
  expect(office.filter((key) => first.includes(key) || panel.includes(key))).toEqual([])
})

test('every text is used', async () => {
  const used = new Set(Object.values(await parts).flat())
  const server = new URL('../src/server/', import.meta.url)
  const files = (await readdir(server, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const codes = await Promise.all(files.map((name) => readFile(new URL(name, server), 'utf8')))
  const named = codes.flatMap((code) => [...code.matchAll(/[`'](\w+(?:\.\w+)+)['`]/g)].map(([, key]) => key))
  const prefixes = codes.flatMap((code) =>
    [...code.matchAll(/`((?:\w+\.)+)\$\{/g)].map(([, prefix = '']) => prefix),
  )
  const isUsedByServer = (key: string) =>
    named.includes(key) || prefixes.some((prefix) => key.startsWith(prefix))
  // Error codes are the keys of their texts.
  expect(keys.filter((key) => !used.has(key) && !key.startsWith('error.') && !isUsedByServer(key))).toEqual(
    [],
  )
})
