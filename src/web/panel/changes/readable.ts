import { orderTypes, roles } from '#shared/endpoint.ts'
import { pageIds, pages } from '#shared/pages.ts'
import { languages } from '#shared/tenancy.ts'
import { attributeLabel } from '#web/attributes.ts'
import { formatMoney } from '#web/format.ts'
import { locale, t } from '#web/i18n.ts'
import { languageNames } from '#web/ui/languageNames.ts'
import { actions, areas, officeTasks } from '../users/permissions.ts'

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
const price = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A value of the change log as people read it: its items, none where it is empty. */
export function readable(name: string, value: unknown): string[] {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value)) return [...new Set(value.flatMap((item: unknown) => readable(name, item)))]
  if (typeof value === 'boolean') return [t(value ? 'panel.changes.yes' : 'panel.changes.no')]
  if (isPageAuth(value)) return [pageName(value)]
  if (isAuth(value)) return taskNames(value)
  return [inWords(name, value)]
}

function inWords(name: string, value: unknown): string {
  switch (name) {
    case 'roles':
    case 'totpRoles': {
      const role = roles.find((one) => one === value)
      return role ? t(`role.${role}`) : String(value)
    }
    case 'languages': {
      const language = languages.find((one) => one === value)
      return language ? languageNames[language] : String(value)
    }
    case 'homeVisibleType':
      return homes.get(value) ?? String(value)
    case 'orderType': {
      const type = orderTypes.find((one) => one === value)
      return type ? t(`orderType.${type}`) : String(value)
    }
    case 'totals':
      return money(String(value))
    case 'facets':
      return (
        attributeLabel(String(value)) ??
        t('panel.product.attribute', { number: Number(String(value).slice(-2)) })
      )
    case 'price':
      return price.format(Number(value))
    default:
      return plain(value)
  }
}

const homes = new Map<unknown, string>([
  [-1, t('panel.settings.home.both')],
  [0, t('panel.settings.home.brands')],
  [1, t('panel.settings.home.categories')],
])

/** '1234.50 TRY' as amounts stand elsewhere. */
function money(text: string): string {
  const [amount, currency] = text.split(' ')
  return currency && Number.isFinite(Number(amount)) ? formatMoney(Number(amount), currency) : text
}

/** Anything else: a number, a text, or of something with several fields what they say. */
function plain(value: unknown): string {
  if (typeof value === 'number') return number.format(value)
  if (typeof value === 'object' && value !== null) return Object.values(value).map(plain).join(' · ')
  return String(value)
}

type PageAuth = { pageId: number; isAllow: boolean }
const isPageAuth = (value: unknown): value is PageAuth =>
  typeof value === 'object' && value !== null && 'pageId' in value && 'isAllow' in value

function pageName({ pageId, isAllow }: PageAuth): string {
  const name = pageNames.get(pageId) ?? String(pageId)
  return isAllow ? name : t('panel.changes.notAllowed', { name })
}

const pageNames = new Map(
  areas.flatMap((area) =>
    actions.map((action) => [
      pageIds[area][action] as number,
      `${t(pages[area].title)}: ${t(`panel.user.action.${action}`)}`,
    ]),
  ),
)

type Auth = { groupName: string; number: number }
const isAuth = (value: unknown): value is Auth =>
  typeof value === 'object' && value !== null && 'groupName' in value && 'number' in value

/** The tasks of a group whose bits are set; what is set beside them as it is. */
function taskNames({ groupName, number: bits }: Auth): string[] {
  const tasks = officeTasks.filter((task) => task.groupName === groupName && (task.bit & bits) !== 0)
  const rest = tasks.reduce((left, task) => left & ~task.bit, bits)
  const named = tasks.map((task) => t(task.name))
  return rest === 0 ? named : [...named, `${groupName} ${rest}`]
}
