import { fileURLToPath } from 'node:url'
import { normalizePath, type Plugin } from 'vite'
import { atOnce, entryOf, everLoaded, modulesOf, plainChunks, reachedFrom, web } from './plainBuild.ts'

const foldersOf = (...names: string[]) =>
  names.map((name) => normalizePath(fileURLToPath(new URL(`shop/${name}/`, web))))
/** The shop's parts that come into play once somebody orders: a buyer who has seen one will see the next. */
const ordering = foldersOf('cart', 'drafts', 'item', 'orders', 'quick')
/** What is seen before anything else by whoever is to sign in: it fetches nothing for later. */
const account = foldersOf('account')

/**
 * What the panel has as well goes into a file of its own: nothing of the shop's may run there. Of the rest, what only parts
 * of ordering share, and what other parts of the shop have too.
 */
type OrderingFile = 'later' | 'shop-later' | 'shop-ordering'

/**
 * Puts what the shop's parts of ordering share into three files. The bundler makes one for each set of parts that share
 * something: thirty for the cart, most of them smaller than what it takes to ask for them.
 */
export function fewOrderingFiles(): Plugin {
  return {
    name: 'few-ordering-files',
    apply: 'build',
    config: async () => {
      const fileOf = await orderingFiles()
      const group = { debugName: 'ordering', name: (id: string) => fileOf(id) ?? null }
      return { build: { rolldownOptions: { output: { codeSplitting: { groups: [group] } } } } }
    },
  }
}

async function orderingFiles(): Promise<(id: string) => OrderingFile | undefined> {
  const chunks = await plainChunks()
  const pages = { shop: entryOf('shop', chunks), panel: entryOf('panel', chunks) }
  const first = modulesOf(reachedFrom(Object.values(pages), chunks, atOnce))
  const panel = modulesOf(reachedFrom([pages.panel], chunks, everLoaded))
  const partsOf = new Map<string, string[]>()
  for (const part of reachedFrom([pages.shop], chunks, everLoaded)) {
    if (!part.isDynamicEntry) continue
    for (const id of modulesOf(reachedFrom([part], chunks, atOnce))) {
      if (!first.has(id)) partsOf.set(id, [...(partsOf.get(id) ?? []), part.facadeModuleId ?? ''])
    }
  }
  return (id) => {
    const parts = partsOf.get(id) ?? []
    if (parts.length < 2 || !parts.some(isIn(ordering)) || parts.some(isIn(account))) return undefined
    if (panel.has(id)) return 'later'
    return parts.every(isIn(ordering)) ? 'shop-ordering' : 'shop-later'
  }
}

const isIn = (folders: readonly string[]) => (part: string) =>
  folders.some((folder) => part.startsWith(folder))
