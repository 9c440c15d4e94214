import { readFile } from 'node:fs/promises'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { languages } from '../src/shared/tenancy.ts'
import { type TextsByPart, textsByPart } from './textsByPart.ts'

const prefix = 'virtual:catalogue/'

/**
 * Serves `virtual:catalogue/LANGUAGE` with the texts of the first load, and `virtual:catalogue/PART/LANGUAGE` with
 * those of a part: a language's texts compiled, so that no parser goes to the browser.
 */
export function catalogues(): Plugin {
  let parts: Promise<TextsByPart> | undefined
  return {
    name: 'catalogues',
    buildStart: () => {
      parts = undefined
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load: async (id) => {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const [language = '', part = 'first'] = id
        .slice(prefix.length + 1)
        .split('/')
        .toReversed()
      // A string that is parsed at run time is quicker than the same literal compiled as code.
      return `export default JSON.parse(${JSON.stringify(await compiled(language, part as keyof TextsByPart))})`
    },
    /** The texts of the first load once more, for the server to put into the page. */
    async generateBundle() {
      for (const language of languages) {
        this.emitFile({
          type: 'asset',
          fileName: `texts/${language}.json`,
          source: await compiled(language, 'first'),
        })
      }
    },
  }

  async function compiled(language: string, part: keyof TextsByPart): Promise<string> {
    const texts = await textsOf(language)
    parts ??= textsByPart(Object.keys(texts))
    const wanted = (await parts)[part]
    return JSON.stringify(
      Object.fromEntries(wanted.map((key) => [key, compileMessageOrThrow(texts[key] ?? '')])),
    )
  }
}

const textsOf = async (language: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(new URL(`../src/shared/i18n/${language}.json`, import.meta.url), 'utf8'))

/** What a catalogue's file is called: the pages' server finds the one to load early by it. */
export function catalogueName(id: string | null | undefined): string | undefined {
  if (!id?.startsWith(`\0${prefix}`)) return undefined
  return `texts.${id.slice(prefix.length + 1).replace('/', '.')}`
}
