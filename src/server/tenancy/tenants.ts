import type { z } from 'zod'
import { selected } from '#server/db/columns.ts'
import type { Database } from '#server/db/tenant.ts'
import { logoAddress } from '#server/images/portrait.ts'
import type { AttributeSetting } from '#shared/attributes.ts'
import { demoPassword, demoUsernames } from '#shared/demo.ts'
import { type AppSettings, languages, officeFields } from '#shared/tenancy.ts'

/** Columns beside what the office edits. `logo`: content hash; '' for none. `attributes`: missing ones have no name. */
type OwnColumns = {
  id: string
  key: string
  hosts: string[]
  logo: string
  attributes: AttributeSetting[]
  version: number
  isDemo: boolean
}
const ownColumns: (keyof OwnColumns)[] = ['id', 'key', 'hosts', 'logo', 'attributes', 'version', 'isDemo']

export const officeFieldNames = Object.keys(officeFields) as (keyof typeof officeFields)[]

export type Tenant = OwnColumns & {
  [Field in keyof typeof officeFields]: z.output<(typeof officeFields)[Field]>
}

export const tenantColumns = selected([...ownColumns, ...officeFieldNames])

export type Tenants = {
  all(): Promise<Tenant[]>
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

/** Found by a name that is not a tenant's own, or not found: another tenant may get the name. */
const othersFreshForMs = 2000
const maxKeptNames = 20_000

type Found = { tenant: Tenant; settings: number; isOwnName: boolean }
type Kept = Partial<Found> & { until: number }

/**
 * Kept in memory under the version of its settings: what this process changes is known at once, what another one
 * changes within a second.
 */
export function openTenants(database: Database, options: TenantsOptions = {}): Tenants {
  const { customerKey = '', isFirstForOthers = false, isKept = true } = options
  const { freshness } = database
  const kept = new Map<string, Kept>()

  const isCurrent = ({ tenant, settings, until }: Kept, version: number | undefined) =>
    performance.now() < until && (!tenant || version === settings)

  const find = async (name: string, read: () => Promise<Found | undefined>): Promise<Tenant | undefined> => {
    const known = isKept ? kept.get(name) : undefined
    if (known) {
      const version = known.tenant && (await freshness.ask(known.tenant.id, 'settings'))
      if (isCurrent(known, version)) return known.tenant
    }
    const found = await read()
    if (kept.size >= maxKeptNames) kept.clear()
    const until = found?.isOwnName ? Number.POSITIVE_INFINITY : performance.now() + othersFreshForMs
    kept.set(name, { ...found, until })
    return found?.tenant
  }

  return {
    all: async () => (await readTenants(database, 'true', [])).map(({ tenant }) => tenant),
    byId: (id) => find(id, async () => (await readTenants(database, 't.id = $1', [id]))[0]),
    byHost: (host = '') => {
      const known = isKept ? kept.get(host) : undefined
      if (known?.tenant && isCurrent(known, freshness.now(known.tenant.id, 'settings'))) return known.tenant
      const name = host.replace(/\.?(:\d+)?$/, '').toLowerCase()
      const key = name.endsWith('.localhost') ? name.slice(0, -'.localhost'.length) : ''
      return find(
        host,
        async () => (await readTenants(database, named, [name, key, customerKey, isFirstForOthers]))[0],
      )
    },
  }
}

/** SQL: the tenant with host $1 or key $2; else with key $3; else the first if $4. */
const isOwn = `(t.key = $2 or exists (select from unnest(t.hosts) h where lower(h) = $1))`
const named = `${isOwn} or t.key = $3 or $4::boolean order by ${isOwn} desc, t.key = $3 desc, t.sort_order, t.key limit 1`

async function readTenants(database: Database, condition: string, values: unknown[]): Promise<Found[]> {
  const isNamed = values.length > 1
  const rows = await database.global<Tenant & Omit<Found, 'tenant'>>(
    `select ${tenantColumns}, v.settings::float8, ${isNamed ? isOwn : 'true'} as "isOwnName"
     from tenants t join tenant_versions v on v.tenant_id = t.id where ${condition}${isNamed ? '' : ' order by sort_order, key'}`,
    values,
  )
  return rows.map(({ settings, isOwnName, ...row }) => {
    const offered = row.languages.filter((language) => languages.includes(language))
    const tenant = {
      ...row,
      hosts: row.hosts.map((host) => host.toLowerCase()),
      languages: offered.length > 0 ? offered : [languages[0]],
    }
    return { tenant, settings, isOwnName }
  })
}

/** The shop is public, and there is an account to book under. */
export function guestsMayOrder(tenant: Tenant): boolean {
  return !tenant.authRequired && !tenant.orderAuthRequired && tenant.guestAccountCode !== ''
}

export function settingsOf(tenant: Tenant): AppSettings {
  const { id: _id, key, hosts: _hosts, totpRoles: _roles, version: _version, logo, isDemo, ...rest } = tenant
  const { guestAccountCode: _guest, attributes: _attributes, ...more } = rest
  const { address: _address, taxOffice: _office, taxNumber: _number, phone: _phone, ...shown } = more
  const attributes = namedAttributes(tenant)
  return {
    ...shown,
    orderAuthRequired: !guestsMayOrder(tenant),
    customerKey: key,
    logo: logoAddress(logo),
    ...(attributes.length > 0 ? { attributes } : {}),
    ...(isDemo ? { demoAccounts: { usernames: [...demoUsernames], password: demoPassword } } : {}),
  }
}

/** Those with a name in an offered language. */
function namedAttributes({ attributes, languages: offered }: Tenant): NonNullable<AppSettings['attributes']> {
  return attributes.flatMap(({ name, names }) => {
    const shown = offered.flatMap((language) => (names[language] ? [[language, names[language]]] : []))
    return shown.length > 0 ? [{ name, names: Object.fromEntries(shown) }] : []
  })
}
