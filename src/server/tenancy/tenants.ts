import { boundedMap } from '#server/boundedMap.ts'
import { selected } from '#server/db/columns.ts'
import { prepared } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'
import { logoAddress } from '#server/images/portrait.ts'
import type { AttributeSetting } from '#shared/catalogue/attributes.ts'
import { dayOf } from '#shared/clock.ts'
import { demoPassword, demoUsernames } from '#shared/demo.ts'
import { fieldNames, type RecordOf } from '#shared/records/recordField.ts'
import { settingsFields } from '#shared/records/settingsFields.ts'
import type { AppSettings, Language } from '#shared/tenancy.ts'

/** What the table of tenants has about a tenant, with its hosts. */
export type TenantEntry = { id: string; key: string; hosts: string[]; isDemo: boolean }

/**
 * Settings besides those that the office edits. `logo`, `bannerPicture`: content hash; '' for none. `attributes`: missing ones are unnamed.
 */
type OwnSettings = { logo: string; bannerPicture: string; attributes: AttributeSetting[]; version: number }

export type OfficeSettings = RecordOf<typeof settingsFields>
export const officeFieldNames = fieldNames(settingsFields)

/** A value as it is stored: the driver would take a list of objects for an array of the database. */
export const storedSetting = (field: string, value: unknown): unknown =>
  field === 'taxRates' ? JSON.stringify(value) : value

export type TenantSettings = OwnSettings & OfficeSettings

/** `sizeTexts`: translations of those sizes that have any. */
export type Tenant = TenantEntry &
  TenantSettings & {
    sizeTexts: Record<string, Partial<Record<Language, string>>>
    hasPriceRules: boolean
    hasCampaigns: boolean
  }

/** SQL: columns of `tenants t`. */
export const entryColumns = `t.id, t.key, t.is_demo as "isDemo",
  array(select h.name from tenant_hosts h where h.tenant_id = t.id order by h.position) as hosts`
/** SQL: columns of `tenant_settings`. */
export const settingsColumns = selected([
  'logo',
  'bannerPicture',
  'attributes',
  'version',
  ...officeFieldNames,
])

export type Tenants = {
  byId(id: string): Promise<Tenant | undefined>
  /** By host, KEY.localhost or CUSTOMER_KEY; else see the options. */
  byHost(host: string | undefined): Tenant | Promise<Tenant | undefined>
}

/**
 * `customerKey`: tenant of unknown hosts; without it `isFirstForOthers` selects the first. `isKept` false: reads the
 * database each time.
 */
export type TenantsOptions = {
  customerKey?: string | undefined
  isFirstForOthers?: boolean
  isKept?: boolean
}

/** How long a name that is not a tenant's own, or not found, is kept: another tenant may get the name. */
const othersFreshForMs = 2000
const maxNameBytes = 4_000_000
const maxTenantBytes = 64_000_000
/** Longer host names are nobody's (RFC 1035). */
const maxHostCharacters = 253 + ':65535'.length

type Found = { tenant: Tenant; settings: number }
/**
 * Where a name leads, as long as the tenant is the one that is kept; to nobody without a tenant. `until`: by
 * `performance.now()`.
 */
type Name = { tenant?: Tenant | undefined; until: number }

/**
 * Tenants are kept in memory under the version of their settings: what this process changes is known at once,
 * what another one changes within a second.
 */
export function openTenants(database: Database, options: TenantsOptions = {}): Tenants {
  const { customerKey = '', isFirstForOthers = false, isKept = true } = options
  const { freshness } = database
  // Callers send any hosts: many may lead to one tenant, which is kept once.
  const names = boundedMap<Name>({ maxBytes: maxNameBytes, bytesOf: () => 100 })
  const kept = boundedMap<Found & { bytes: number }>({
    maxBytes: maxTenantBytes,
    bytesOf: ({ bytes }) => bytes,
  })

  const byId = async (id: string): Promise<Tenant | undefined> => {
    const known = isKept ? kept.get(id) : undefined
    if (known && known.settings === (await freshness.ask(id, 'settings'))) return known.tenant
    const found = await readFound(database, id)
    if (found) kept.set(id, { ...found, bytes: bytesPerCharacter * JSON.stringify(found.tenant).length })
    else kept.delete(id)
    return found?.tenant
  }

  const find = async (host: string): Promise<Tenant | undefined> => {
    const known = isKept ? names.get(host) : undefined
    if (known && performance.now() < known.until) {
      // With new settings the tenant may have other names.
      if (!known.tenant || (await byId(known.tenant.id)) === known.tenant) return known.tenant
    }
    const name = host.replace(/\.?(:\d+)?$/, '').toLowerCase()
    const key = name.endsWith('.localhost') ? name.slice(0, -'.localhost'.length) : ''
    const [named] = await database.global<Named>(findNamed, [name, key, customerKey, isFirstForOthers])
    const tenant = named && (await byId(named.id))
    const until = named?.isOwnName ? Number.POSITIVE_INFINITY : performance.now() + othersFreshForMs
    names.set(host, { tenant, until })
    return tenant
  }

  return {
    byId,
    byHost: (given = '') => {
      const host = given.length > maxHostCharacters ? '' : given
      const name = isKept ? names.get(host) : undefined
      const known = name?.tenant && performance.now() < name.until ? kept.get(name.tenant.id) : undefined
      const isCurrent = known?.settings === (known && freshness.now(known.tenant.id, 'settings'))
      return known && isCurrent && known.tenant === name?.tenant ? known.tenant : find(host)
    },
  }
}

const bytesPerCharacter = 2

type Named = { id: string; isOwnName: boolean }

/** The tenant with host $1 or key $2; else with key $3; else the first if $4. */
const findNamed = `
  select id, rank < 2 as "isOwnName" from (
    select tenant_id as id, 0 as rank from tenant_hosts where name = $1
    union all select id, 1 from tenants where key = $2
    union all select id, 2 from tenants where key = $3
    union all (select id, 3 from tenants where $4::boolean order by sort_order, key limit 1)) found
  order by rank limit 1`

const readById = prepared(`
  select ${entryColumns}, ${settingsColumns}, v.settings::float8, (
    select coalesce(json_object_agg(source, texts), '{}') from translations
    where tenant_id = $1 and kind = 'size') as "sizeTexts",
    exists (select from price_rules r where r.tenant_id = $1 and r.is_active)
      or exists (select from quantity_rules r where r.tenant_id = $1 and r.is_active) as "hasPriceRules",
    exists (select from price_rules r where r.tenant_id = $1 and r.is_active and r.code <> '') as "hasCampaigns"
  from tenants t join tenant_settings s on s.tenant_id = $1 join tenant_versions v on v.tenant_id = $1 where t.id = $1`)

async function readFound(database: Database, id: string): Promise<Found | undefined> {
  const [row] = await database.inTenant(id, 'read', (tx) => tx.query<Tenant & { settings: number }>(readById))
  if (!row) return undefined
  const { settings, ...tenant } = row
  return { tenant, settings }
}

/** Reads the tenant from the database, past this process's memory. */
export async function readTenant(database: Database, id: string): Promise<Tenant> {
  const found = await readFound(database, id)
  if (!found) throw new Error(`There is no tenant ${id}`)
  return found.tenant
}

/** All tenants, in their order. */
export function listTenants(database: Database): Promise<TenantEntry[]> {
  return database.global<TenantEntry>(`select ${entryColumns} from tenants t order by sort_order, key`)
}

/** Whether the shop is public and there is an account to book guest orders under. */
export function guestsMayOrder(tenant: Tenant): boolean {
  return !tenant.authRequired && !tenant.orderAuthRequired && tenant.guestAccountCode !== ''
}

/** Whether the office has a banner for somebody at this time, in the tenant's zone. */
export function hasBanner(tenant: Tenant, now: Date): boolean {
  const { bannerText, bannerPicture, bannerFrom, bannerTo, timeZone } = tenant
  if (bannerText === '' && bannerPicture === '') return false
  const today = dayOf(now, timeZone)
  return today >= bannerFrom && (bannerTo === '' || today <= bannerTo)
}

/** The settings that the application has to know, for a reader of this language. */
export function settingsOf(
  tenant: Tenant,
  { language, keepsMails }: { language: Language; keepsMails: boolean },
): AppSettings {
  const { id: _id, key, hosts: _hosts, totpRoles: _roles, version: _version, logo, isDemo, ...rest } = tenant
  const {
    guestAccountCode: _guest,
    attributes: _attributes,
    sizeTexts: _texts,
    hasPriceRules,
    hasCampaigns,
    ...more
  } = rest
  const { address: _address, taxOffice: _office, taxNumber: _number, phone: _phone, ...ofOffice } = more
  const { floorPriceGroup: _floor, holdFirstOrders: _first, heldStockHours: _hours, ...agreed } = ofOffice
  const { taxRates: rates, taxRounding: rounding, ...lists } = agreed
  const { newDays: _days, customerCancelMinutes: _minutes, ...home } = lists
  const { bannerText: _text, bannerPath: _path, bannerFrom: _from, bannerTo: _to, ...ofBanner } = home
  const { bannerPriceGroup: _group, bannerPicture: _picture, ...ofPrices } = ofBanner
  const { retailPriceGroup, retailPricesHaveTax: haveTax, ...shown } = ofPrices
  const attributes = namedAttributes(tenant)
  const sizeLabels = sizeLabelsFor(tenant, language)
  return {
    ...shown,
    orderAuthRequired: !guestsMayOrder(tenant),
    customerKey: key,
    logo: logoAddress(logo),
    ...(attributes.length > 0 ? { attributes } : {}),
    ...(hasPriceRules ? { hasPriceRules } : {}),
    ...(hasCampaigns ? { hasCampaigns } : {}),
    ...(sizeLabels.length > 0 ? { sizeLabels: Object.fromEntries(sizeLabels) } : {}),
    ...(rates.length > 0 ? { tax: { rates, rounding } } : {}),
    ...(retailPriceGroup === '' ? {} : { retailPrices: { haveTax } }),
    ...(hasBanner(tenant, new Date()) ? { hasBanner: true as const } : {}),
    ...(keepsMails ? { keepsMails } : {}),
    ...(isDemo ? { demoAccounts: { usernames: [...demoUsernames], password: demoPassword } } : {}),
  }
}

/** The attributes with a name in an offered language. */
function namedAttributes({ attributes, languages: offered }: Tenant): NonNullable<AppSettings['attributes']> {
  return attributes.flatMap(({ name, names }) => {
    const shown = offered.flatMap((language) => (names[language] ? [[language, names[language]]] : []))
    return shown.length > 0 ? [{ name, names: Object.fromEntries(shown) }] : []
  })
}

/** Labels of the sizes that have another name in the language. */
function sizeLabelsFor({ sizeTexts, mainLanguage }: Tenant, language: Language): [string, string][] {
  if (language === mainLanguage) return []
  return Object.entries(sizeTexts).flatMap(([size, { [language]: label = size }]) =>
    label === size ? [] : [[size, label]],
  )
}
