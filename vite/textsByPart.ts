import { readFile } from 'node:fs/promises'
import { parseSync, Visitor } from 'vite'

const source = new URL('../src/', import.meta.url)
const [shop, panel] = ['shop', 'panel'].map((page) => new URL(`web/${page}/main.tsx`, source).href) as [
  string,
  string,
]

/** `later`: in what {@link waitsForTexts} lists. `words`, `patterns`: the texts it may use. */
type SourceFile = { now: string[]; later: string[]; words: Set<string>; patterns: RegExp[] }

/**
 * `first` loads with every page, `panel` with every page of the panel, `ordering` and `office` with whatever shop and panel
 * load later. Unused texts are in none.
 */
export type TextsByPart = Record<'first' | 'ordering' | 'panel' | 'office', string[]>

/** Finds keys as literals or as templates that begin with a literal. */
export async function textsByPart(keys: string[]): Promise<TextsByPart> {
  const files = await reachable([shop, panel])
  const atFirst = (entry: string) =>
    keysUsed(
      keys,
      files,
      closure(files, entry, ({ now }) => now),
    )
  const everIn = (entry: string) =>
    keysUsed(
      keys,
      files,
      closure(files, entry, ({ now, later }) => [...now, ...later]),
    )
  const first = atFirst(shop)
  const [inShop, inPanel, panelFirst] = [everIn(shop), everIn(panel), atFirst(panel)]
  return {
    first: keys.filter((key) => first.has(key)),
    ordering: keys.filter((key) => inShop.has(key) && !first.has(key)),
    panel: keys.filter((key) => panelFirst.has(key) && !first.has(key)),
    office: keys.filter((key) => inPanel.has(key) && !panelFirst.has(key) && !first.has(key)),
  }
}

async function reachable(entries: string[]): Promise<Map<string, SourceFile>> {
  const files = new Map<string, SourceFile>()
  const pending = [...entries]
  for (let url = pending.pop(); url; url = pending.pop()) {
    if (files.has(url)) continue
    // The bundler reports missing files better.
    const file = readSource(url, await readFile(new URL(url), 'utf8').catch(() => ''))
    files.set(url, file)
    pending.push(...file.now, ...file.later)
  }
  return files
}

function closure(
  files: Map<string, SourceFile>,
  entry: string,
  next: (file: SourceFile) => string[],
): Set<string> {
  const seen = new Set<string>()
  const pending = [entry]
  for (let url = pending.pop(); url; url = pending.pop()) {
    const file = files.get(url)
    if (!file || seen.has(url)) continue
    seen.add(url)
    pending.push(...next(file))
  }
  return seen
}

function keysUsed(keys: string[], files: Map<string, SourceFile>, urls: Set<string>): Set<string> {
  const sources = [...urls].flatMap((url) => files.get(url) ?? [])
  return new Set(
    keys.filter((key) =>
      sources.some(({ words, patterns }) => words.has(key) || patterns.some((pattern) => pattern.test(key))),
    ),
  )
}

const waitsForTexts = new Set(['lazyPage', 'lazyPart', 'listPage', 'withTexts'])

/** Type imports do not count. A bare import() brings no texts of its own. */
export function readSource(url: string, code: string): SourceFile {
  const file: SourceFile = { now: [], later: [], words: new Set(), patterns: [] }
  const add = (list: string[], specifier: unknown) => {
    const found = typeof specifier === 'string' && resolveSource(specifier, url)
    if (found) list.push(found)
  }
  const callees: string[] = []
  const { program, errors } = parseSync(url, code)
  if (errors.length > 0) throw new Error(`${url} cannot be read: ${errors[0]?.message}`)
  new Visitor({
    ImportDeclaration: ({ source: from, importKind }) => {
      if (importKind !== 'type') add(file.now, from.value)
    },
    ExportNamedDeclaration: ({ source: from, exportKind }) => {
      if (from && exportKind !== 'type') add(file.now, from.value)
    },
    ExportAllDeclaration: ({ source: from, exportKind }) => {
      if (exportKind !== 'type') add(file.now, from.value)
    },
    CallExpression: ({ callee }) => {
      callees.push(callee.type === 'Identifier' ? callee.name : '')
    },
    'CallExpression:exit': () => {
      callees.pop()
    },
    ImportExpression: ({ source: from }) => {
      const isLater = callees.some((name) => waitsForTexts.has(name))
      add(isLater ? file.later : file.now, from.type === 'Literal' ? from.value : undefined)
    },
    Literal: ({ value }) => {
      if (typeof value === 'string') file.words.add(value)
    },
    TemplateLiteral: ({ quasis }) => {
      const parts = quasis.map((quasi) => quasi.value.cooked ?? '')
      if (parts.length === 1) file.words.add(parts[0] ?? '')
      else if (/^[a-z]\w*\.[\w.]*$/i.test(parts[0] ?? '')) file.patterns.push(patternOf(parts))
    },
  }).visit(program)
  return file
}

const patternOf = (parts: string[]) =>
  new RegExp(`^${parts.map((part) => part.replaceAll(/\W/g, String.raw`\$&`)).join(String.raw`\w[\w.]*`)}$`)

/** Undefined for packages, which use none of our texts. */
function resolveSource(specifier: string, from: string): string | undefined {
  if (!/\.tsx?$/.test(specifier)) return undefined
  if (specifier.startsWith('.')) return new URL(specifier, from).href
  const [, folder, path = ''] = /^#(web|shared)\/(.*)$/.exec(specifier) ?? []
  return folder && new URL(`${folder}/${path}`, source).href
}
