import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import en from '#shared/i18n/en.json' with { type: 'json' }
import { readSource, textsByPart } from '../vite/textsByPart.ts'

const keys = Object.keys(en)
const parts = textsByPart(keys)
const here = new URL('../src/web/shop/Sample.tsx', import.meta.url).href
const at = (path: string) => new URL(path, here).href

test('what a file imports comes with it, what it imports as a lazy page or part comes later', () => {
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

test('a text is named by its key, or by a template that begins like it', () => {
  const { words, patterns } = readSource(here, "t('cart.clear'); t(`role.${role}`); t(`plain.key`); `${a}.b`")
  expect([...words]).toEqual(['cart.clear', 'plain.key'])
  expect(patterns.map((pattern) => [pattern.test('role.admin'), pattern.test('role')])).toEqual([
    [true, false],
  ])
})

test('no text is in two parts that are loaded one after the other, and none of the first load is missing', async () => {
  const { first, ordering, panel } = await parts
  expect(first).toEqual(expect.arrayContaining(['product.sizes', 'home.brands', 'error.network']))
  expect(ordering).toEqual(expect.arrayContaining(['login.title', 'cart.clear']))
  expect(panel).toEqual(expect.arrayContaining(['panel.users', 'login.password']))
  expect(first.filter((key) => ordering.includes(key) || panel.includes(key))).toEqual([])
})

test('every text is said by somebody', async () => {
  const said = new Set(Object.values(await parts).flat())
  const server = new URL('../src/server/', import.meta.url)
  const files = (await readdir(server, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const codes = await Promise.all(files.map((name) => readFile(new URL(name, server), 'utf8')))
  const named = codes.flatMap((code) => [...code.matchAll(/[`'](\w+(?:\.\w+)+)['`]/g)].map(([, key]) => key))
  const begun = codes.flatMap((code) =>
    [...code.matchAll(/`((?:\w+\.)+)\$\{/g)].map(([, begin = '']) => begin),
  )
  const ofServer = (key: string) => named.includes(key) || begun.some((begin) => key.startsWith(begin))
  // The server says every refusal by its code.
  expect(keys.filter((key) => !said.has(key) && !key.startsWith('error.') && !ofServer(key))).toEqual([])
})
