import type { Plugin, Rolldown } from 'vite'
import { classicStart } from './classicStart.ts'
import { atOnce, entryOf, everLoaded, modulesOf, plainChunks, reachedFrom } from './plainBuild.ts'
import { runtimeWithin } from './runtimeWithin.ts'

/**
 * A file for what both pages load first, one for what only this page does, and one for what the panel loads first and the
 * shop later: nothing of a page's own start may run on the other. What the shop loads first and the panel later is a few
 * kilobytes, and goes with what both do: a file of its own would be one more to ask for.
 */
type FirstFile = 'shared' | 'shop' | 'panel' | 'panel-common'

/**
 * Files that a browser is to compile as a whole, beside the main thread, while they come: it would else do so function
 * by function when each is first called, and stop the page's start each time. Chromium heeds it, others read past it.
 */
const compiledWhole = new Set<string>(['shared', 'shop'] satisfies FirstFile[])

/** Puts the first load into a handful of files: each of fifty would be asked for by itself, on a line that is slow. */
export function fewFirstFiles(): Plugin[] {
  return [
    ...classicStart('shared', ['shop'], 'pageKeeper'),
    intoFirstFiles(),
    runtimeWithin('shared', ['shop', 'panel', 'panel-common']),
  ]
}

function intoFirstFiles(): Plugin {
  return {
    name: 'few-first-files',
    apply: 'build',
    config: async () => {
      const fileOf = await firstFiles()
      // A sheet goes with the script that names it: in what is built without writing it is not seen. The shop's own are a
      // few kilobytes, and go with what both pages have.
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
      // The first line counts, and others put theirs before it.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !compiledWhole.has(file.name)) continue
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}

type Loads = { first: Set<string>; all: Set<string> }

/** Which file a module of the first load belongs in, undefined for what is loaded later. */
async function firstFiles(): Promise<(id: string) => FirstFile | undefined> {
  const chunks = await plainChunks()
  const [shop, panel] = [loadsOf(chunks, 'shop'), loadsOf(chunks, 'panel')]
  return (id) => {
    if (shop.first.has(id)) return panel.all.has(id) ? 'shared' : 'shop'
    if (panel.first.has(id)) return shop.all.has(id) ? 'panel-common' : 'panel'
    // Only the real build has these: the compiler's runtime and the bundler's own.
    return /node_modules[\\/]react[\\/]|^\0rolldown/.test(id) ? 'shared' : undefined
  }
}

function loadsOf(chunks: Rolldown.OutputChunk[], name: string): Loads {
  const page = [entryOf(name, chunks)]
  return {
    first: modulesOf(reachedFrom(page, chunks, atOnce)),
    all: modulesOf(reachedFrom(page, chunks, everLoaded)),
  }
}
