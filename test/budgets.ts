import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import en from '#shared/i18n/en.json' with { type: 'json' }
import { languages } from '#shared/tenancy.ts'

/** First load of JavaScript in brotli, in bytes: what a page fetches before it can be used, its language included. */
const budgets = { 'index.html': 135_000, 'panel.html': 220_000 }
/** What a page of the shop fetches that is gone to later, without the texts: in brotli, in bytes. */
const laterBudget = 85_000
const mostLaterFiles = 12
/** Each file is asked for by itself, and a phone's line takes long to answer. */
const mostFiles = 6
/** What the server puts into the page itself. */
const isEarly = (file: string) => /^early-.*\.js$/.test(file)
/** Catalogues that come with a page, the first of them in it, by their files' names before the language. */
const texts = { 'index.html': ['texts.'], 'panel.html': ['texts.', 'texts.panel.'] }

const folder = fileURLToPath(new URL('../dist/web/', import.meta.url))
const built = readdirSync(join(folder, 'assets'))
const pages = ['index.html', 'panel.html'] as const
const problems = [
  ...pages.flatMap((page) => [...overBudget(page), ...missingTexts(page)]),
  ...heavyLater(),
  ...compiledPiecemeal(),
  ...compiledAnew(),
]
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)

function overBudget(page: (typeof pages)[number]): string[] {
  const files = [...firstScripts(page), ...texts[page].map(largestCatalogue), built.find(isEarly) ?? '']
  const size = files.reduce((sum, file) => sum + statSync(join(folder, 'assets', `${file}.br`)).size, 0)
  const said = `${page}: ${(size / 1000).toFixed(1)} kB brotli in ${files.length} files`
  console.log(`${said}, ${size <= budgets[page] ? 'within' : 'OVER'} ${budgets[page] / 1000} kB`)
  if (size <= budgets[page] && files.length <= mostFiles) return []
  return [`${said}; at most ${budgets[page] / 1000} kB in ${mostFiles}`]
}

type Built = { file: string; isDynamicEntry?: boolean; imports?: string[]; css?: string[] }

/** Pages of the shop that ask for too much or too many when they are first gone to: see vite/orderingFiles.ts. */
function heavyLater(): string[] {
  const manifest: Record<string, Built> = JSON.parse(
    readFileSync(join(folder, '.vite/manifest.json'), 'utf8'),
  )
  const first = new Set(firstFiles('index.html').map((file) => `assets/${file}`))
  const later = Object.entries(manifest).filter(
    ([source, { isDynamicEntry }]) => isDynamicEntry && /^shop\/.*Page\.tsx$/.test(source),
  )
  if (later.length < 5) throw new Error('The pages of the shop were not found')
  const weights = later.map(([source]) => {
    const files = filesOf(source, manifest).filter((file) => !first.has(file))
    const size = files.reduce((sum, file) => sum + statSync(join(folder, `${file}.br`)).size, 0)
    return { source, files: files.length, size }
  })
  const [heaviest] = weights.toSorted((one, other) => other.size - one.size)
  const kilobytes = (size: number) => (size / 1000).toFixed(1)
  console.log(
    `Heaviest later: ${heaviest?.source}, ${kilobytes(heaviest?.size ?? 0)} kB in ${heaviest?.files} files`,
  )
  return weights
    .filter(({ files, size }) => size > laterBudget || files > mostLaterFiles)
    .map(({ source, files, size }) => `${source} fetches ${kilobytes(size)} kB in ${files} files`)
}

/** A built script, what it imports and their sheets. */
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

/**
 * Texts that a script of the first load names but that come later. The build sorts texts by the sources; this looks
 * at what it made of them.
 */
function missingTexts(page: (typeof pages)[number]): string[] {
  const code = firstScripts(page).map(read).join('\n')
  const has = new Set(texts[page].flatMap((name) => Object.keys(messagesOf(catalogue(name, 'en')))))
  const named = [...code.matchAll(/(["'`])([a-z]\w*(?:\.\w+)+)\1/gi)].map(([, , key = '']) => key)
  const begun = [...code.matchAll(/`([a-z]\w*\.(?:\w+\.)*)\$\{/gi)].map(([, begin = '']) => begin)
  return Object.keys(en)
    .filter((key) => !has.has(key))
    .filter((key) => named.includes(key) || begun.some((begin) => key.startsWith(begin)))
    .map((key) => `${page} says '${key}' in its first load, and the text comes later`)
}

/** Large scripts of the shop's start that do not ask to be compiled as a whole: see vite/firstLoad.ts. */
function compiledPiecemeal(): string[] {
  return firstScripts('index.html')
    .filter((file) => read(file).length > 20_000 && !read(file).startsWith('//# allFunctionsCalledOnLoad\n'))
    .map((file) => `${file} does not begin with what asks to compile it as a whole`)
}

/** Scripts of the shop's start that a browser compiles again, as modules: see vite/classicStart.ts. */
function compiledAnew(): string[] {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const [script] = /<script[^>]*type="module"[^>]*>|<link[^>]*rel="modulepreload"[^>]*>/.exec(html) ?? []
  const starts = firstScripts('index.html').map((file) => `assets/${file}`)
  const askedAgain = built
    .filter((file) => file.endsWith('.js') && starts.some((start) => read(file).includes(`"${start}"`)))
    .map((file) => `${file} asks for a script of the start once more`)
  return script ? [`index.html begins with a module: ${script}`, ...askedAgain] : askedAgain
}

/** The scripts that a page names and whatever they import, as names in assets. */
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

/** The scripts of a page's first load and the sheets that it names. */
function firstFiles(page: string): string[] {
  const html = readFileSync(join(folder, page), 'utf8')
  const sheets = [...html.matchAll(/href="\/assets\/([^"]+\.css)"/g)].map(([, file = '']) => file)
  return [...firstScripts(page), ...sheets]
}

/** Each language's texts are loaded alone; the largest stands for all. */
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

/** What is in a catalogue, out of the script that it is served as. */
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
