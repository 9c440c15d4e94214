import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** First load of JavaScript in brotli, in bytes: what a page fetches before it can be used, its language included. */
const budgets = { 'index.html': 150_000, 'panel.html': 220_000 }
const folder = fileURLToPath(new URL('../dist/web/', import.meta.url))

let failed = false
for (const [page, budget] of Object.entries(budgets)) {
  const html = readFileSync(join(folder, page), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) =>
    file.slice(1),
  )
  const files = new Set(named)
  for (const file of named) for (const needed of staticImports(file)) files.add(needed)
  const catalogue = largestCatalogue()
  const size = [...files, catalogue].reduce((sum, file) => sum + statSync(join(folder, `${file}.br`)).size, 0)
  const verdict = size <= budget ? 'within' : 'OVER'
  console.log(
    `${page}: ${(size / 1000).toFixed(1)} kB brotli in ${files.size + 1} files, ${verdict} ${budget / 1000} kB`,
  )
  if (files.size === 0 || size > budget) failed = true
}
process.exit(failed ? 1 : 0)

function staticImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const code = readFileSync(join(folder, file), 'utf8')
  for (const [, name = ''] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
    staticImports(`assets/${name}`, seen)
  }
  return seen
}

/** Each language's texts are loaded alone; the largest stands for all. */
function largestCatalogue(): string {
  const code = readFileSync(join(folder, 'index.html'), 'utf8')
  const main = /src="\/(assets\/[^"]+\.js)"/.exec(code)?.[1]
  if (!main) throw new Error('index.html names no script')
  const all = [...staticImports(main)].flatMap((file) =>
    [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /["'`]\.\/((?:tr|en|ru|it|fr|ro|ar)-[\w-]+\.js)["'`]/g,
      ),
    ].map(([, name = '']) => `assets/${name}`),
  )
  const sizes = all.map((file) => ({ file, size: statSync(join(folder, `${file}.br`)).size }))
  const largest = sizes.toSorted((one, other) => other.size - one.size)[0]
  if (!largest) throw new Error('no catalogue found')
  return largest.file
}
