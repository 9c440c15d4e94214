import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { normalizePath, type Plugin } from 'vite'
import { allImports, entryOf, modulesOf, plainChunks, reachedFrom, staticImports, web } from './plainBuild.ts'

const foldersOf = (...names: string[]) =>
  names.map((name) => normalizePath(fileURLToPath(new URL(`shop/${name}/`, web))))
/** Parts of the shop that are used once somebody orders: who opens one will open the next. */
const ordering = foldersOf('cart', 'drafts', 'item', 'orders', 'quantities', 'quick')
/** Shown before sign-in, where nothing is loaded ahead. */
const account = foldersOf('account')

/** `later` is what the panel has too: no shop code may run there. Other parts of the shop use `shop-later`. */
type OrderingFile = 'later' | `later-${string}` | `shop-${string}`

/**
 * Merges what ordering parts share. The bundler makes a file for each set of parts: thirty for the cart, most not
 * worth a request.
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
  const first = modulesOf(reachedFrom(Object.values(pages), chunks, staticImports))
  const panel = modulesOf(reachedFrom([pages.panel], chunks, allImports))
  const partsOf = new Map<string, string[]>()
  for (const part of reachedFrom([pages.shop], chunks, allImports)) {
    if (!part.isDynamicEntry) continue
    for (const id of modulesOf(reachedFrom([part], chunks, staticImports))) {
      if (!first.has(id)) partsOf.set(id, [...(partsOf.get(id) ?? []), part.facadeModuleId ?? ''])
    }
  }
  return (id) => {
    const parts = partsOf.get(id) ?? []
    const orderingParts = parts.filter(isIn(ordering))
    const [only] = orderingParts
    const isShared = parts.length > 1 || panel.has(id)
    if (!only || !isShared || parts.some(isIn(account))) return undefined
    // What one ordering part has in common with others, such as the home page, is no use to the rest.
    if (orderingParts.length === 1) return `${panel.has(id) ? 'later' : 'shop'}-${basename(only, '.tsx')}`
    if (panel.has(id)) return 'later'
    return orderingParts.length === parts.length ? 'shop-ordering' : 'shop-later'
  }
}

const isIn = (folders: readonly string[]) => (part: string) =>
  folders.some((folder) => part.startsWith(folder))
