import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { languages } from '../src/shared/tenancy.ts'
import { type TextsByPart, textsByPart } from './textsByPart.ts'

const prefix = 'virtual:catalogue/'

/**
 * Compiles texts at build time: the first load's as `virtual:catalogue/LANGUAGE`, a part's as
 * `virtual:catalogue/PART/LANGUAGE`.
 */
export function catalogues(): Plugin {
  let parts: Promise<TextsByPart> | undefined
  return {
    name: 'catalogues',
    buildStart: () => {
      parts = undefined
    },
    // Another text, or another use of one.
    watchChange: () => {
      parts = undefined
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const [language = '', part = 'first'] = id
        .slice(prefix.length + 1)
        .split('/')
        .toReversed()
      this.addWatchFile(fileURLToPath(fileOf(language)))
      // Browsers parse a JSON string faster than the same literal in code.
      return `export default JSON.parse(${JSON.stringify(await compiledTexts(language, part as keyof TextsByPart))})`
    },
    /** For the server to embed in the page. */
    async generateBundle() {
      for (const language of languages) {
        this.emitFile({
          type: 'asset',
          fileName: `texts/${language}.json`,
          source: await compiledTexts(language, 'first'),
        })
      }
    },
  }

  async function compiledTexts(language: string, part: keyof TextsByPart): Promise<string> {
    const texts = await readTexts(language)
    parts ??= textsByPart(Object.keys(texts))
    const keys = (await parts)[part]
    return JSON.stringify(
      Object.fromEntries(keys.map((key) => [key, compileMessageOrThrow(texts[key] ?? '')])),
    )
  }
}

const readTexts = async (language: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(fileOf(language), 'utf8'))

const fileOf = (language: string) => new URL(`../src/shared/i18n/${language}.json`, import.meta.url)

/** The server finds the chunk to preload by this name. */
export function catalogueName(id: string | null | undefined): string | undefined {
  if (!id?.startsWith(`\0${prefix}`)) return undefined
  return `texts.${id.slice(prefix.length + 1).replace('/', '.')}`
}
