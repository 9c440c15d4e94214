import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { catalogues } from './catalogues.ts'
import { zodAlias } from './zodAlias.ts'

export const web = new URL('../src/web/', import.meta.url)

let building: Promise<Rolldown.OutputChunk[]> | undefined

/**
 * Both pages' scripts as the bundler parts them by itself, neither minified nor written. Built once: which modules are
 * left of a package, and who reaches them, is known only after what nobody uses has been left out.
 */
export function plainChunks(): Promise<Rolldown.OutputChunk[]> {
  building ??= buildPlainly()
  return building
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

/** What is loaded with some chunks: themselves, and what `next` says of each. */
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

/** What a chunk needs before it runs, and what it may ever ask for. */
export const atOnce = ({ imports }: Rolldown.OutputChunk): string[] => imports
export const everLoaded = ({ imports, dynamicImports }: Rolldown.OutputChunk): string[] => [
  ...imports,
  ...dynamicImports,
]

/** The modules in some chunks. */
export function modulesOf(chunks: Iterable<Rolldown.OutputChunk>): Set<string> {
  return new Set([...chunks].flatMap(({ moduleIds }) => moduleIds))
}

/** The page's own script. */
export function entryOf(page: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const entry = chunks.find((chunk) => chunk.isEntry && chunk.name === page)
  if (!entry) throw new Error(`The build has no ${page}`)
  return entry
}
