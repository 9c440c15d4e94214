import { domainToASCII } from 'node:url'
import { parseArgs } from 'node:util'
import { UsageMistake } from '#server/process/startup.ts'
import { isTimeZone } from '#shared/clock.ts'
import { email as emailSchema, requiredLine } from '#shared/endpoint.ts'
import { type Language, languages } from '#shared/tenancy.ts'
import type { NewTenant, TenantChange } from './addTenant.ts'
import { tenantKeyPattern } from './tenantKey.ts'

export type TenantCommand =
  | { what: 'help' }
  | { what: 'list' }
  | { what: 'create'; tenant: NewTenant; admin: AdminIdentity }
  | { what: 'set'; key: string; change: TenantChange }
  | { what: 'admin'; key: string; admin: AdminIdentity; resetSecondFactor: boolean }
  | { what: 'export'; key: string; file: string }
  | { what: 'import'; file: string; as: string | undefined }
export type AdminIdentity = { username: string; email: string }

const options = {
  help: { type: 'boolean', short: 'h' },
  name: { type: 'string' },
  languages: { type: 'string' },
  'main-language': { type: 'string' },
  'price-group': { type: 'string' },
  currency: { type: 'string' },
  'time-zone': { type: 'string' },
  host: { type: 'string', multiple: true },
  'remove-host': { type: 'string', multiple: true },
  open: { type: 'boolean' },
  transfer: { type: 'boolean' },
  admin: { type: 'string' },
  'admin-email': { type: 'string' },
  email: { type: 'string' },
  'reset-totp': { type: 'boolean' },
  as: { type: 'string' },
} as const
type Option = keyof typeof options
type OptionValues = ReturnType<typeof parseArguments>['values']

const settingOptions = [
  'name',
  'languages',
  'main-language',
  'price-group',
  'currency',
  'time-zone',
  'host',
  'open',
  'transfer',
] as const
const allowedOptions: Record<Exclude<TenantCommand['what'], 'help'>, readonly Option[]> = {
  list: [],
  create: [...settingOptions, 'admin', 'admin-email'],
  set: [...settingOptions, 'remove-host'],
  admin: ['email', 'reset-totp'],
  export: [],
  import: ['as'],
}
const isCommand = (what: string): what is keyof typeof allowedOptions => Object.hasOwn(allowedOptions, what)

/** Throws {@link UsageMistake}. */
export function parseCommand(args: string[]): TenantCommand {
  const { values, positionals } = parseArguments(args)
  const [what = '', ...rest] = positionals
  if (values.help) return { what: 'help' }
  if (!isCommand(what)) {
    throw new UsageMistake(what ? `There is no command ${what}.` : 'Name a command.')
  }
  const unknown = Object.keys(values).find((option) => !allowedOptions[what].includes(option as Option))
  if (unknown) throw new UsageMistake(`${what} does not accept --${unknown}.`)
  const [key, username] = operands(what, rest)
  if (what === 'list') return { what }
  if (what === 'create') return { what, ...newTenant(key, values) }
  if (what === 'set') return { what, key, change: changeOf(values) }
  if (what === 'export') return { what, key, file: username }
  if (what === 'import')
    return { what, file: key, as: values.as === undefined ? undefined : keyOf(values.as) }
  const admin = { username: usernameOf(username), email: emailOf(values.email) }
  return { what, key, admin, resetSecondFactor: values['reset-totp'] ?? false }
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, allowNegative: true, options })
  } catch (error) {
    throw new UsageMistake(error instanceof Error ? error.message : String(error))
  }
}

const operandNames = {
  list: [],
  create: ['KEY'],
  set: ['KEY'],
  admin: ['KEY', 'USERNAME'],
  export: ['KEY', 'FILE'],
  import: ['FILE'],
}

function operands(what: keyof typeof allowedOptions, rest: string[]): [string, string] {
  const needed = operandNames[what]
  const missing = needed[rest.length]
  if (missing) throw new UsageMistake(`${what} needs ${needed.join(' and ')}; ${missing} is missing.`)
  if (rest.length > needed.length) {
    throw new UsageMistake(`${what} does not accept ${rest.slice(needed.length).join(' ')}.`)
  }
  return [rest[0] ?? '', rest[1] ?? '']
}

function newTenant(key: string, values: OptionValues): { tenant: NewTenant; admin: AdminIdentity } {
  keyOf(key)
  if (values.name === undefined)
    throw new UsageMistake('create needs --name, the display name of the wholesaler.')
  if (values.admin === undefined)
    throw new UsageMistake('create needs --admin, the username of the first admin.')
  const { displayName = '', addHosts = [], removeHosts: _none, ...change } = changeOf(values)
  const tenant: NewTenant = {
    key,
    displayName,
    languages: ['tr', 'en'],
    priceGroup: 'CB',
    currencyCode: 'TRY',
    authRequired: true,
    orderAuthRequired: true,
    transferEnabled: true,
    descriptionVisible: true,
    homeVisibleType: -1,
    ...change,
    hosts: addHosts,
  }
  return { tenant, admin: { username: usernameOf(values.admin), email: emailOf(values['admin-email']) } }
}

function keyOf(given: string): string {
  if (!tenantKeyPattern.test(given)) {
    throw new UsageMistake(
      `"${given}" is not a key: use 1 to 30 characters from a to z, 0 to 9 and hyphens, with no hyphen at either end.`,
    )
  }
  return given
}

function changeOf(values: OptionValues): TenantChange {
  const { name, languages: listed, 'main-language': main, 'price-group': priceGroup } = values
  const { currency, 'time-zone': timeZone, open, transfer } = values
  const change: TenantChange = {
    ...(name === undefined ? {} : { displayName: lineOf('--name', name, 100) }),
    ...(listed === undefined ? {} : { languages: languagesOf(listed) }),
    ...(main === undefined ? {} : { mainLanguage: languageOf(main) }),
    ...(priceGroup === undefined ? {} : { priceGroup: lineOf('--price-group', priceGroup, 20) }),
    ...(currency === undefined ? {} : { currencyCode: currencyOf(currency) }),
    ...(timeZone === undefined ? {} : { timeZone: timeZoneOf(timeZone) }),
    ...(open === undefined ? {} : { authRequired: !open }),
    ...(transfer === undefined ? {} : { transferEnabled: transfer }),
    ...(values.host ? { addHosts: [...new Set(values.host.map(hostName))] } : {}),
    ...(values['remove-host']
      ? { removeHosts: values['remove-host'].map((host) => host.toLowerCase()) }
      : {}),
  }
  if (Object.keys(change).length === 0) throw new UsageMistake('Name at least one setting to change.')
  return change
}

function lineOf(option: string, given: string, max: number): string {
  const { data } = requiredLine(max).safeParse(given)
  if (data === undefined) throw new UsageMistake(`${option} must be 1 to ${max} characters.`)
  return data
}

function usernameOf(given: string): string {
  const username = lineOf('A username', given, 50)
  if (username.length < 3) throw new UsageMistake('A username must be 3 to 50 characters.')
  return username
}

function emailOf(given = ''): string {
  const { data } = emailSchema.safeParse(given)
  if (data === undefined) throw new UsageMistake(`"${given}" is not an email address.`)
  return data
}

function currencyOf(given: string): string {
  const code = given.toUpperCase()
  if (!/^[A-Z]{3}$/.test(code))
    throw new UsageMistake(`"${given}" is not a currency: use three letters, such as TRY.`)
  return code
}

function timeZoneOf(given: string): string {
  if (!isTimeZone(given))
    throw new UsageMistake(`"${given}" is not a time zone: use a name such as Europe/Rome.`)
  return given
}

function languagesOf(given: string): Language[] {
  const listed = given.split(/[,\s]+/).filter(Boolean)
  const known = languages.filter((language) => listed.includes(language))
  const unknown = listed.find((one) => !known.some((language) => language === one))
  if (unknown !== undefined || known.length === 0) {
    throw new UsageMistake(`--languages must list some of ${languages.join(',')}; it is "${given}".`)
  }
  // Keeps the order: visitors see the first by default.
  return known.toSorted((one, other) => listed.indexOf(one) - listed.indexOf(other))
}

function languageOf(given: string): Language {
  const known = languages.find((language) => language === given)
  if (!known) throw new UsageMistake(`--main-language is one of ${languages.join(',')}; it is "${given}".`)
  return known
}

/** Lower case and punycode. */
const toAscii = (host: string) => domainToASCII(host) || host.toLowerCase()

/** As browsers send it. */
function hostName(given: string): string {
  const wrong = (why: string) => new UsageMistake(`"${given}" is not a host name: ${why}.`)
  if (given.includes('://')) throw wrong('leave out the scheme, as in shop.example.com')
  if (/[/?#@\s]/.test(given)) throw wrong('write only the name, as in shop.example.com')
  if (/:\d*$/.test(given)) throw wrong('leave out the port, a tenant uses all ports')
  const name = toAscii(given.replace(/\.$/, ''))
  const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/
  if (name.length > 253 || !name.split('.').every((part) => label.test(part))) {
    throw wrong('use letters, digits and hyphens between dots, as in shop.example.com')
  }
  if (name.endsWith('.localhost')) throw wrong('every wholesaler already has KEY.localhost')
  return name
}
