import type { Page } from '@playwright/test'
import { demoPeople } from '#demo/people.ts'
import { demoTenants } from '#demo/tenants.ts'
import { type TextKind, textKinds } from '#shared/catalogue/textKinds.ts'
import type { TextRow } from '#shared/catalogue/texts.ts'
import type { Language } from '#shared/tenancy.ts'
import { languageNames } from '#shared/text/languageNames.ts'
import { fold } from '#shared/text/text.ts'
import { ask, type Client } from './apiClient.ts'

/** Tells the main language of the catalogue, Turkish, from what a reader of another language should see. */
export type Reading = {
  /** Lines with Turkish letters, or with a text of the catalogue that has another wording in the language. */
  turkishIn: (texts: string[]) => string[]
  /** The number of different texts of the catalogue in the language, without those worded as in Turkish. */
  translationsIn: (texts: string[]) => number
}

export async function readingIn(language: Language, admin: Client): Promise<Reading> {
  // Sizes are as short as codes, and would be found in them.
  const kinds = textKinds.filter((kind) => kind !== 'size')
  const rows = (await Promise.all(kinds.map((kind) => textsOfKind(admin, kind)))).flat()
  const pairs = rows.map(({ source, texts, proposals }) => ({
    source,
    text: texts[language] ?? proposals[language] ?? source,
  }))
  const harmless = new Set([...pairs.map(({ text }) => text), ...namesOf(admin.tenantKey)].map(fold))
  const sources = new Set(pairs.map(({ source }) => fold(source)).filter((source) => !harmless.has(source)))
  const translations = new Set(
    pairs.flatMap(({ source, text }) => (sources.has(fold(source)) ? [fold(text)] : [])),
  )
  const known = anyOf([...pairs.flatMap(({ source, text }) => [source, text]), ...namesOf(admin.tenantKey)])
  const letters = language === 'ar' ? /[ışğçöüİŞĞÇÖÜ]/u : /[ışğİŞĞ]/u
  return {
    turkishIn: (texts) =>
      distinctLines(texts).filter(
        (line) =>
          line.match(known)?.some((text) => sources.has(fold(text))) || letters.test(line.replace(known, '')),
      ),
    translationsIn: (texts) => {
      const found = distinctLines(texts).flatMap((line) => line.match(known) ?? [])
      return new Set(found.map(fold).filter((text) => translations.has(text))).size
    },
  }
}

const distinctLines = (texts: string[]) => [...new Set(texts.flatMap((text) => text.split('\n')))]

async function textsOfKind(admin: Client, kind: TextKind): Promise<TextRow[]> {
  type Texts = { data: { items: TextRow[]; total: number } }
  const { data } = await ask<Texts>(admin, '/api/Shop/GetTexts', { kind, limit: 200 })
  if (data.items.length < data.total) throw new Error(`Only some of the texts were read: ${kind}`)
  return data.items
}

/** Names of people and places, and of languages in their own language: they are not translated. */
function namesOf(tenantKey: string): string[] {
  const tenant = demoTenants.find(({ key }) => key === tenantKey)
  if (!tenant) throw new Error(`No tenant of the demo: ${tenantKey}`)
  const { agents, accounts } = demoPeople(tenant.key)
  const ofAccounts = accounts.flatMap(({ description, address, city, country, taxOffice, subAccounts }) => [
    description,
    address,
    city,
    country,
    taxOffice,
    ...subAccounts.flatMap((branch) => [branch.companyName, branch.address]),
  ])
  const names = [tenant.displayName, ...agents.map(({ name }) => name), ...ofAccounts]
  return [...names, ...Object.values(languageNames)].filter((name) => name !== undefined && name !== '')
}

/** Matches the texts as whole words, the longest first. */
function anyOf(texts: string[]): RegExp {
  const choices = [...new Set(texts)]
    .toSorted((one, other) => other.length - one.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${choices.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
}

/** All that a page says: texts, hidden ones too, names of controls, tooltips, and the contents of fields. */
export function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const said = [document.title, document.body.innerText]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (!parentElement?.closest('script, style, template, noscript')) said.push(textContent ?? '')
    }
    const spoken = [
      'title',
      'alt',
      'placeholder',
      'label',
      'aria-label',
      'aria-description',
      'aria-valuetext',
    ]
    for (const element of document.querySelectorAll('*')) {
      for (const name of spoken) said.push(element.getAttribute(name) ?? '')
      const isField = element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
      if (isField && ['text', 'search', 'textarea'].includes(element.type)) said.push(element.value)
    }
    return said.map((text) => text.trim()).filter(Boolean)
  })
}
