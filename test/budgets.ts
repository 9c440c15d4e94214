import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import en from '#shared/i18n/en.json' with { type: 'json' }
import { languages } from '#shared/tenancy.ts'

/** JavaScript with one language, in brotli bytes. */
const firstLoadBudgetBytes = { 'index.html': 135_000, 'panel.html': 200_000 }
/** Without texts, in brotli bytes. */
const lazyPageBudgetBytes = 88_000
const maxLazyPageFiles = 12
/** Each file is a slow request on a phone. */
const maxFirstLoadFiles = 7
/** Inlined by the server. */
const isEarly = (file: string) => /^early-.*\.js$/.test(file)
/** File names without language; the first one is inlined. */
const texts = { 'index.html': ['texts.'], 'panel.html': ['texts.', 'texts.panel.'] }

const folder = fileURLToPath(new URL('../dist/web/', import.meta.url))
const built = readdirSync(join(folder, 'assets'))
const pages = ['index.html', 'panel.html'] as const
const problems = [
  ...pages.flatMap((page) => [...overFirstLoadBudget(page), ...missingTexts(page)]),
  ...heavyLazyPages(),
  ...missingEagerCompile(),
  ...loadedAsModules(),
]
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)

function overFirstLoadBudget(page: (typeof pages)[number]): string[] {
  const files = [...firstScripts(page), ...texts[page].map(largestCatalogue), built.find(isEarly) ?? '']
  const size = files.reduce((sum, file) => sum + statSync(join(folder, 'assets', `${file}.br`)).size, 0)
  const summary = `${page}: ${(size / 1000).toFixed(1)} kB brotli in ${files.length} files`
  console.log(
    `${summary}, ${size <= firstLoadBudgetBytes[page] ? 'within' : 'OVER'} ${firstLoadBudgetBytes[page] / 1000} kB`,
  )
  if (size <= firstLoadBudgetBytes[page] && files.length <= maxFirstLoadFiles) return []
  return [`${summary}; at most ${firstLoadBudgetBytes[page] / 1000} kB in ${maxFirstLoadFiles}`]
}

type Built = { file: string; isDynamicEntry?: boolean; imports?: string[]; css?: string[] }

/** See vite/orderingFiles.ts. */
function heavyLazyPages(): string[] {
  const manifest: Record<string, Built> = JSON.parse(
    readFileSync(join(folder, '.vite/manifest.json'), 'utf8'),
  )
  const first = new Set(firstFiles('index.html').map((file) => `assets/${file}`))
  const lazyPages = Object.entries(manifest).filter(
    ([source, { isDynamicEntry }]) => isDynamicEntry && /^shop\/.*Page\.tsx$/.test(source),
  )
  if (lazyPages.length < 5) throw new Error('The pages of the shop were not found')
  const sizes = lazyPages.map(([source]) => {
    const files = filesOf(source, manifest).filter((file) => !first.has(file))
    const size = files.reduce((sum, file) => sum + statSync(join(folder, `${file}.br`)).size, 0)
    return { source, files: files.length, size }
  })
  const [heaviest] = sizes.toSorted((one, other) => other.size - one.size)
  const kilobytes = (size: number) => (size / 1000).toFixed(1)
  console.log(
    `Heaviest later: ${heaviest?.source}, ${kilobytes(heaviest?.size ?? 0)} kB in ${heaviest?.files} files`,
  )
  return sizes
    .filter(({ files, size }) => size > lazyPageBudgetBytes || files > maxLazyPageFiles)
    .map(({ source, files, size }) => `${source} fetches ${kilobytes(size)} kB in ${files} files`)
}

function filesOf(source: string, manifest: Record<string, Built>): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const waiting = [source]
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const one = manifest[name]
    if (!one || seen.has(name)) continue
    seen.add(name)
    for (const file of [one.file, ...(one.css ?? [])]) files.add(file)
    waiting.push(...(one.imports ?? []))
  }
  return [...files]
}

/** Texts used in the first load but missing there. */
function missingTexts(page: (typeof pages)[number]): string[] {
  const code = firstScripts(page).map(read).join('\n')
  const has = new Set(texts[page].flatMap((name) => Object.keys(messagesOf(catalogue(name, 'en')))))
  const usedKeys = [...code.matchAll(/(["'`])([a-z]\w*(?:\.\w+)+)\1/gi)].map(([, , key = '']) => key)
  const prefixes = [...code.matchAll(/`([a-z]\w*\.(?:\w+\.)*)\$\{/gi)].map(([, prefix = '']) => prefix)
  return Object.keys(en)
    .filter((key) => !has.has(key))
    .filter((key) => usedKeys.includes(key) || prefixes.some((prefix) => key.startsWith(prefix)))
    .map((key) => `${page} says '${key}' in its first load, and the text comes later`)
}

/** See vite/firstLoad.ts. */
function missingEagerCompile(): string[] {
  return firstScripts('index.html')
    .filter((file) => read(file).length > 20_000 && !read(file).startsWith('//# allFunctionsCalledOnLoad\n'))
    .map((file) => `${file} does not begin with what asks to compile it as a whole`)
}

/** See vite/classicStart.ts. */
function loadedAsModules(): string[] {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const [script] = /<script[^>]*type="module"[^>]*>|<link[^>]*rel="modulepreload"[^>]*>/.exec(html) ?? []
  const starts = firstScripts('index.html').map((file) => `assets/${file}`)
  const importedAgain = built
    .filter((file) => file.endsWith('.js') && starts.some((start) => read(file).includes(`"${start}"`)))
    .map((file) => `${file} asks for a script of the start once more`)
  return script ? [`index.html begins with a module: ${script}`, ...importedAgain] : importedAgain
}

function firstScripts(page: string): string[] {
  const html = readFileSync(join(folder, page), 'utf8')
  const seen = new Set<string>()
  const waiting = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, file = '']) => file)
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const imports = read(file).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)
    waiting.push(...[...imports].map(([, name = '']) => name))
  }
  if (seen.size === 0) throw new Error(`${page} names no script`)
  return [...seen]
}

function firstFiles(page: string): string[] {
  const html = readFileSync(join(folder, page), 'utf8')
  const sheets = [...html.matchAll(/href="\/assets\/([^"]+\.css)"/g)].map(([, file = '']) => file)
  return [...firstScripts(page), ...sheets]
}

/** Only one language is loaded; the largest counts. */
function largestCatalogue(name: string): string {
  const size = (file: string) => statSync(join(folder, 'assets', `${file}.br`)).size
  const all = languages.map((language) => catalogue(name, language))
  const [largest = ''] = all.toSorted((one, other) => size(other) - size(one))
  return largest
}

function catalogue(name: string, language: string): string {
  const file = built.find((one) => one.startsWith(`${name}${language}-`) && one.endsWith('.js'))
  if (!file) throw new Error(`No catalogue ${name}${language} was built`)
  return file
}

function messagesOf(file: string): Record<string, unknown> {
  const [, quoted = ''] =
    /JSON\.parse\((`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\)/s.exec(read(file)) ?? []
  if (!quoted) throw new Error(`${file} holds no texts`)
  const text = quoted.slice(1, -1).replaceAll(/\\([\s\S])/g, (_, one: string) => (one === 'n' ? '\n' : one))
  return JSON.parse(text)
}

function read(file: string): string {
  return readFileSync(join(folder, 'assets', file), 'utf8')
}
