import type { Plugin, Rolldown } from 'vite'
import { classicStart } from './classicStart.ts'
import { allImports, entryOf, modulesOf, plainChunks, reachedFrom, staticImports } from './plainBuild.ts'

/**
 * `panel-common` is what the panel loads first and the shop later: no page may run the other's start code. The
 * reverse is a few kB and goes into `shared`, which saves a request.
 */
type FirstFile = 'shared' | 'shop' | 'panel' | 'panel-common'

/** Chromium compiles these at once, off the main thread. Otherwise each function's first call stalls the start. */
const compiledEagerly = new Set<string>(['shared', 'shop'] satisfies FirstFile[])

/** Puts the first load into a few files: fifty requests are slow on a bad line. */
export function fewFirstFiles(): Plugin[] {
  return [...classicStart('rolldown-runtime', ['shared', 'shop'], 'pageKeeper'), groupFirstFiles()]
}

function groupFirstFiles(): Plugin {
  return {
    name: 'few-first-files',
    apply: 'build',
    config: async () => {
      const fileOf = await firstFiles()
      // `plainChunks` lists no style sheets: each goes with the script that imports it. The shop's own are a few kB.
      const name: Rolldown.CodeSplittingNameFunction = (id, context) => {
        if (!/\.css(\?|$)/.test(id)) return fileOf(id) ?? null
        const [file] = (context.getModuleInfo(id)?.importers ?? []).flatMap((by) => fileOf(by) ?? [])
        return file === 'shop' ? 'shared' : (file ?? null)
      }
      const group = { debugName: 'first load', name, tags: ['$initial' as const] }
      return {
        build: {
          rolldownOptions: {
            output: { codeSplitting: { includeDependenciesRecursively: false, groups: [group] } },
          },
        },
      }
    },
    generateBundle: {
      // Only the first line counts, and other plugins insert lines before it.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !compiledEagerly.has(file.name)) continue
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}

type Loads = { first: Set<string>; all: Set<string> }

async function firstFiles(): Promise<(id: string) => FirstFile | undefined> {
  const chunks = await plainChunks()
  const [shop, panel] = [loadsOf(chunks, 'shop'), loadsOf(chunks, 'panel')]
  return (id) => {
    if (shop.first.has(id)) return panel.all.has(id) ? 'shared' : 'shop'
    if (panel.first.has(id)) return shop.all.has(id) ? 'panel-common' : 'panel'
    // The React compiler's and the bundler's runtime, only in the real build.
    return /node_modules[\\/]react[\\/]|^\0rolldown/.test(id) ? 'shared' : undefined
  }
}

function loadsOf(chunks: Rolldown.OutputChunk[], name: string): Loads {
  const page = [entryOf(name, chunks)]
  return {
    first: modulesOf(reachedFrom(page, chunks, staticImports)),
    all: modulesOf(reachedFrom(page, chunks, allImports)),
  }
}
