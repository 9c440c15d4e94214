import { productTextNames, variantFileFields } from '#shared/catalogue/catalogueFields.ts'
import { orderTypes } from '#shared/endpoint.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { holdKinds } from '#shared/orders/holds.ts'
import { pageIds, pages } from '#shared/pages.ts'
import { quantityTargets } from '#shared/pricing/ruleKinds.ts'
import { fieldsOfSubject } from '#shared/records/fieldsOfSubject.ts'
import { languages } from '#shared/tenancy.ts'
import { languageNames } from '#shared/text/languageNames.ts'
import { actions, areas, officeTasks } from '#shared/users/officeTasks.ts'
import type { ChangeSubject } from './changeKinds.ts'
import type { Change } from './changes.ts'

export type ChangeVoice = {
  say: (key: MessageKey, values?: Record<string, string | number>) => string
  /** For Intl. */
  locale: string
  /** Undefined if the tenant has not named it. */
  attributeLabel: (name: string) => string | undefined
  money: (amount: number, currencyCode: string) => string
}

/** Settings beside those that the office edits. */
const ownSettings = ['logo', 'bannerPicture', 'hosts', 'key'] as const

/** Fields of what is not described as a record. */
const others = [
  'name',
  'ruleFor',
  'ruleOf',
  'introduction',
  'isActive',
  'currencyCode',
  'currency',
  'exchangeRates',
  'price',
  'excludedBrands',
  'customers',
  'customer',
  'guest',
  'agent',
  'subCurrAcc',
  'orderType',
  'description',
  'customerOrderNumber',
  'qty',
  'totals',
  'discount',
  'discountReason',
  'overrideReason',
  'heldFor',
  'lines',
  'itemDescription',
  'colorDescription',
  'brandName',
  'categoryName',
  'facets',
  'parent',
  'image',
  'from',
  'products',
  'categories',
  'variants',
  'inactiveVariants',
  'lots',
  'barcodes',
  'prices',
  'inventory',
  'brands',
  'splitInto',
  'splitFrom',
  'note',
  'rows',
  'productsAdded',
  'productsChanged',
  'variantsAdded',
  'variantsChanged',
  'pricesAdded',
  'pricesChanged',
  'textsAdded',
  'textsChanged',
  'images',
  'replacedPhoto',
  'imagesAdded',
  'imagesChanged',
  'restored',
  'removed',
  'deactivated',
  'kept',
  'brandsAdded',
  'categoriesAdded',
] as const

type Changed = Pick<Change, 'subject' | 'before' | 'after'>

/**
 * Non-empty fields in the order of forms, unknown ones last: the database stores no order. Ids are shown by
 * their names; the version of a deleted record is only for bringing it back.
 */
export function fieldsOf({ subject, before, after }: Changed): string[] {
  const described = fieldsOfSubject[subject] ?? {}
  const known = [...Object.keys(described), ...ownSettings, ...others, ...productTextNames]
  const isLogged = (name: string) => [before, after].some((side) => !isEmpty(side?.[name]))
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length)
  return Object.keys({ ...before, ...after })
    .filter((name) => name !== 'version' && !(described[name]?.namedBy && isLogged(described[name].namedBy)))
    .filter(isLogged)
    .toSorted((one, other) => place(one) - place(other))
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty)
  return value === undefined || value === null || value === ''
}

/** The label of a field, or its own name if unknown. */
export function fieldName(
  subject: ChangeSubject,
  name: string,
  { say, attributeLabel }: ChangeVoice,
): string {
  const described = fieldsOfSubject[subject]?.[name]
  if (described) return say(described.label)
  const setting = ownSettings.find((one) => one === name)
  if (setting) return say(`panel.settings.${setting}`)
  const [, number] = /^attribute(\d\d)$/.exec(name) ?? []
  if (number) return attributeLabel(name) ?? say('panel.product.attribute', { number: Number(number) })
  const language = languages.find((one) => one === name)
  if (language) return languageNames[language]
  const text = productTextNames.find((one) => one === name)
  if (text) return say(`panel.changes.field.${text}`)
  const field = variantFileFields.find((one) => one === name)
  const known = others.find((one) => one === name)
  if (known) return say(`panel.changes.field.${known}`)
  return field ? say(`panel.import.column.${field}`) : name
}

/** A value as readable items; none if empty. */
export function readable(subject: ChangeSubject, name: string, value: unknown, voice: ChangeVoice): string[] {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value))
    return [...new Set(value.flatMap((item: unknown) => readable(subject, name, item, voice)))]
  if (typeof value === 'boolean') return [voice.say(value ? 'panel.changes.yes' : 'panel.changes.no')]
  if (isPageAuth(value)) return [pageName(value, voice)]
  if (isAuth(value)) return taskNames(value, voice)
  const { words, textOf } = fieldsOfSubject[subject]?.[name] ?? {}
  if (textOf && typeof value === 'object') return [textOf(value as never)]
  const word = words?.get(value)
  return [word ? voice.say(word) : inWords(name, value, voice)]
}

function inWords(name: string, value: unknown, voice: ChangeVoice): string {
  const { say } = voice
  switch (name) {
    case 'languages':
    case 'mainLanguage': {
      const language = languages.find((one) => one === value)
      return language ? languageNames[language] : String(value)
    }
    case 'orderType': {
      const type = orderTypes.find((one) => one === value)
      return type ? say(`orderType.${type}`) : String(value)
    }
    case 'ruleFor':
      return value === 'everybody' ? say('panel.price.audience.everybody') : String(value)
    case 'ruleOf':
      return value === 'all' ? say('panel.price.target.all') : quantityThing(String(value), say)
    case 'heldFor': {
      const kind = holdKinds.find((one) => one === value)
      return kind ? say(`hold.${kind}`) : String(value)
    }
    case 'totals':
      return money(String(value), voice)
    case 'facets':
      return fieldName('product', String(value), voice)
    case 'price':
      return numberText(Number(value), voice.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    default:
      return plain(value, voice)
  }
}

/** A quantity rule is stored by its target where what it is for has no name: the whole order, or what is gone. */
function quantityThing(name: string, say: ChangeVoice['say']): string {
  if (name === 'order') return say('panel.quantity.target.order')
  return quantityTargets.some((target) => target === name) ? say('panel.price.gone') : name
}

/** The name of what was changed, as stored or in words. */
export function subjectText(
  { subject, subjectName: name }: Pick<Change, 'subject' | 'subjectName'>,
  say: ChangeVoice['say'],
): string {
  return subject === 'quantityRule' ? quantityThing(name, say) : name
}

/** '1234.50 TRY' in the usual format. */
function money(text: string, voice: ChangeVoice): string {
  const [amount, currency] = text.split(' ')
  return currency && Number.isFinite(Number(amount)) ? voice.money(Number(amount), currency) : text
}

function plain(value: unknown, voice: ChangeVoice): string {
  if (typeof value === 'number') return numberText(value, voice.locale, { maximumFractionDigits: 4 })
  if (typeof value === 'object' && value !== null) {
    return Object.values(value)
      .map((one) => plain(one, voice))
      .join(' · ')
  }
  return String(value)
}

/** Creating a format is slow, so they are cached. */
const formats = new Map<string, Intl.NumberFormat>()

function numberText(value: number, locale: string, options: Intl.NumberFormatOptions): string {
  const key = `${locale} ${options.minimumFractionDigits ?? 0}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format.format(value)
}

type PageAuth = { pageId: number; isAllow: boolean }
const isPageAuth = (value: unknown): value is PageAuth =>
  typeof value === 'object' && value !== null && 'pageId' in value && 'isAllow' in value

function pageName({ pageId, isAllow }: PageAuth, { say }: ChangeVoice): string {
  const named = areas.flatMap((area) =>
    actions
      .filter((action) => pageIds[area][action] === pageId)
      .map((action) => `${say(pages[area].title)}: ${say(`panel.user.action.${action}`)}`),
  )
  const name = named[0] ?? String(pageId)
  return isAllow ? name : say('panel.changes.notAllowed', { name })
}

type Auth = { groupName: string; number: number }
const isAuth = (value: unknown): value is Auth =>
  typeof value === 'object' && value !== null && 'groupName' in value && 'number' in value

/** Names of the set tasks, plus any unknown bits as a number. */
function taskNames({ groupName, number: bits }: Auth, { say }: ChangeVoice): string[] {
  const tasks = officeTasks.filter((task) => task.groupName === groupName && (task.bit & bits) !== 0)
  const rest = tasks.reduce((left, task) => left & ~task.bit, bits)
  const named = tasks.map((task) => say(task.name))
  return rest === 0 ? named : [...named, `${groupName} ${rest}`]
}
