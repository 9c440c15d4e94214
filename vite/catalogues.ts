import { readFile } from 'node:fs/promises'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
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
      const texts = await textsOf(language)
      parts ??= textsByPart(Object.keys(texts))
      const wanted = (await parts)[part as keyof TextsByPart]
      const compiled = wanted.map((key) => [key, compileMessageOrThrow(texts[key] ?? '')])
      // A string that is parsed at run time is quicker than the same literal compiled as code.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))})`
    },
  }
}

const textsOf = async (language: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(new URL(`../src/shared/i18n/${language}.json`, import.meta.url), 'utf8'))

/** What a catalogue's file is called: the pages' server finds the one to load early by it. */
export function catalogueName(id: string | null | undefined): string | undefined {
  if (!id?.startsWith(`\0${prefix}`)) return undefined
  return `texts.${id.slice(prefix.length + 1).replace('/', '.')}`
}
