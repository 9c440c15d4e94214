import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { catalogues } from './catalogues.ts'
import { zodAlias } from './zodAlias.ts'

export const web = new URL('../src/web/', import.meta.url)

let cachedChunks: Promise<Rolldown.OutputChunk[]> | undefined

/**
 * The chunks as the bundler splits them by default. Needs a build: only tree shaking tells which modules remain and
 * who imports them.
 */
export function plainChunks(): Promise<Rolldown.OutputChunk[]> {
  cachedChunks ??= buildPlainly()
  return cachedChunks
}

async function buildPlainly(): Promise<Rolldown.OutputChunk[]> {
  const answer = await build({
    configFile: false,
    root: fileURLToPath(web),
    logLevel: 'silent',
    plugins: [catalogues()],
    resolve: { alias: zodAlias },
    build: {
      write: false,
      minify: false,
      cssMinify: false,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: {
        input: {
          shop: fileURLToPath(new URL('shop/main.tsx', web)),
          panel: fileURLToPath(new URL('panel/main.tsx', web)),
        },
      },
    },
  })
  return (answer as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk')
}

/** The chunks reachable from `start` by way of `next`. */
export function reachedFrom(
  start: readonly Rolldown.OutputChunk[],
  chunks: readonly Rolldown.OutputChunk[],
  next: (chunk: Rolldown.OutputChunk) => string[],
): Set<Rolldown.OutputChunk> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const seen = new Set<Rolldown.OutputChunk>()
  const waiting = [...start]
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (seen.has(chunk)) continue
    seen.add(chunk)
    waiting.push(...next(chunk).flatMap((name) => byFile.get(name) ?? []))
  }
  return seen
}

export const staticImports = ({ imports }: Rolldown.OutputChunk): string[] => imports
export const allImports = ({ imports, dynamicImports }: Rolldown.OutputChunk): string[] => [
  ...imports,
  ...dynamicImports,
]

export function modulesOf(chunks: Iterable<Rolldown.OutputChunk>): Set<string> {
  return new Set([...chunks].flatMap(({ moduleIds }) => moduleIds))
}

export function entryOf(page: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const entry = chunks.find((chunk) => chunk.isEntry && chunk.name === page)
  if (!entry) throw new Error(`The build has no ${page}`)
  return entry
}
