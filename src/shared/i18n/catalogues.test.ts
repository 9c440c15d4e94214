import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { errorStatus } from '../errors.ts'
import { type Language, languages } from '../tenancy.ts'
import ar from './ar.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import it from './it.json' with { type: 'json' }
import type { MessageKey } from './keys.ts'
import ro from './ro.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }

const catalogues: Record<Language, Record<string, string>> = { tr, en, ru, it, fr, ro, ar }
const keys = Object.keys(en) as MessageKey[]
const translations = languages.filter((language) => language !== 'en')

/** Equal in English on purpose; any other equal text is untranslated. */
const sameInAllLanguages: MessageKey[] = ['error.import.unreadable', 'orderType.short.Rpt', 'session.noRoles']
const sameAsEnglish: Record<Exclude<Language, 'en'>, MessageKey[]> = {
  tr: ['panel.settings.logo', 'price.fixed', 'user.panel'],
  ru: [],
  it: [
    'color.beige',
    'login.password',
    'operator.backup',
    'operator.database',
    'operator.server',
    'ordering.cart.pricesAgreed',
    'panel.changes.no',
    'panel.dashboard',
    'panel.import.file',
    'panel.menu',
    'panel.settings.logo',
    'price.percentOff',
    'user.menu',
  ],
  fr: [
    'cart.total',
    'color.beige',
    'color.orange',
    'document.lot',
    'list.page',
    'news.title',
    'operator.photos',
    'operator.version',
    'order.type',
    'ordering.cart.pricesAgreed',
    'ordering.quick.role.code',
    'panel.brandList.active',
    'panel.brandList.passive',
    'panel.catalogue',
    'panel.catalogue.sections',
    'panel.changes.action',
    'panel.changes.field.inventory',
    'panel.changes.subject.catalogue',
    'panel.customer.note',
    'panel.errors.message',
    'panel.find.pages',
    'panel.import.column.inventory',
    'panel.import.column.photos',
    'panel.import.when',
    'panel.list.place',
    'panel.menu',
    'panel.product.stock',
    'panel.quantity.measure.lots',
    'panel.settings.color.turquoise',
    'panel.settings.color.violet',
    'panel.settings.logo',
    'panel.settings.taxRateCode',
    'price.fixed',
    'product.lot',
    'product.lots',
    'statement.date',
  ],
  ro: [
    'cart.total',
    'operator.server',
    'order.transfer',
    'ordering.cart.pricesAgreed',
    'panel.catalogueImport',
    'panel.order.discount',
    'panel.price.percents',
    'price.fixed',
    'price.percentOff',
    'statement.credit',
    'statement.debit',
    'tax.treatment.export',
  ],
  ar: [],
}

/** Plurals whose `other` form fits every number. */
const otherFormOnly: Partial<Record<Language, MessageKey[]>> = {
  tr: [
    'cart.linkLabel',
    'cart.onlyLeft',
    'panel.list.deleted',
    'panel.list.receivedRows',
    'panel.list.selected',
  ],
  en: ['cart.onlyLeft', 'panel.list.selected'],
}

test.each(languages)('every text of %s compiles and is not empty', (language) => {
  const bad = Object.entries(catalogues[language]).filter(([, text]) => !text || text !== text.trim())
  expect(bad).toEqual([])
  expect(() => Object.values(catalogues[language]).map((text) => compileMessageOrThrow(text))).not.toThrow()
})

test.each(translations)('%s has the keys of English, in the same order', (language) => {
  expect(Object.keys(catalogues[language])).toEqual(keys)
})

test.each(translations)('%s has English’s placeholders', (language) => {
  expect(eachText(language, (text) => partsOf(text).placeholders)).toEqual(
    eachText('en', (text) => partsOf(text).placeholders),
  )
})

test.each(languages)('every plural of %s has exactly the language’s categories', (language) => {
  const all = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
  const wanted = (text: string, key: MessageKey) =>
    partsOf(text).categories.map(() => (otherFormOnly[language]?.includes(key) ? ['other'] : all))
  expect(eachText(language, (text) => partsOf(text).categories)).toEqual(eachText(language, wanted))
})

test.each(languages)('%s formats numbers where English does', (language) => {
  const unformatted = keys.filter((key) => {
    const { plain } = partsOf(catalogues[language][key] ?? '')
    return [...partsOf(en[key]).counted].some((name) => plain.has(name))
  })
  expect(unformatted).toEqual([])
})

test.each(translations)('%s has English’s exact numbers', (language) => {
  expect(eachText(language, (text) => partsOf(text).exact)).toEqual(
    eachText('en', (text) => partsOf(text).exact),
  )
})

test.each(translations)('%s is translated', (language) => {
  const same = keys.filter((key) => catalogues[language][key] === en[key])
  expect(same.toSorted()).toEqual([...sameInAllLanguages, ...sameAsEnglish[language]].toSorted())
})

test('every key used in the code exists', () => {
  const usedKeys = [...source.matchAll(/\b(?:t\(|translate\([^(),]+,)([^(),]*)/g)].flatMap(([, key = '']) =>
    [...key.matchAll(keyLiteral)].map(([, literal]) => literal),
  )
  expect(usedKeys.length).toBeGreaterThan(100)
  expect([...usedKeys, ...errorKeys].filter((key) => !Object.hasOwn(en, key ?? ''))).toEqual([])
  expect(keyPrefixes.length).toBeGreaterThan(0)
  expect(keyPrefixes.filter((prefix) => !keys.some((key) => key.startsWith(prefix)))).toEqual([])
})

test('every key is used in the code', () => {
  const named = new Set([...errorKeys, ...[...source.matchAll(keyLiteral)].map(([, literal]) => literal)])
  const isUsed = (key: MessageKey) => named.has(key) || keyPrefixes.some((prefix) => key.startsWith(prefix))
  expect(keys.filter((key) => !isUsed(key))).toEqual([])
})

/** Literals that look like a key, as 'cart.title'. */
const keyLiteral = /'([a-zA-Z]+(?:\.[a-zA-Z]+)+)'/g
const source = ['web', 'server', 'shared'].map((folder) => sourceOf(folder)).join('\n')
/** The constant start of a key: t(`order.state.${state}`). */
const keyPrefixes = [...source.matchAll(/\b(?:t|say)\(\s*`([a-zA-Z]+\.[^`$]*)\$\{/g)].map(
  ([, prefix = '']) => prefix,
)
const errorKeys = Object.keys(errorStatus).map((code) => `error.${code}`)

function sourceOf(folder: string): string {
  const root = path.join(import.meta.dirname, '../..', folder)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n')
}

function eachText<Found>(language: Language, find: (text: string, key: MessageKey) => Found) {
  return Object.fromEntries(keys.map((key) => [key, find(catalogues[language][key] ?? '', key)]))
}

/** `categories` per plural, `exact` of all plurals. */
function partsOf(text: string) {
  const placeholders = new Set<string>()
  const plain = new Set<string>()
  const counted = new Set<string>()
  const categories: string[][] = []
  const exact: string[] = []
  const walk = (message: CompiledMessage) => {
    for (const part of message) {
      if (typeof part === 'string') continue
      const [name, type, format] = part
      placeholders.add(name)
      if (type !== 'plural') {
        plain.add(name)
        continue
      }
      counted.add(name)
      const { offset: _, ...choices } = format as Record<string, CompiledMessage>
      // Compiled, `=0` becomes `0`.
      const [numbers = [], names = []] = [/^\d/, /^\D/].map((kind) =>
        Object.keys(choices).filter((choice) => kind.test(choice)),
      )
      exact.push(...numbers)
      categories.push(names.toSorted())
      for (const choice of Object.values(choices)) walk(choice)
    }
  }
  walk(compileMessageOrThrow(text))
  return { placeholders: [...placeholders].toSorted(), categories, exact, plain, counted }
}
