import type { Database } from '#server/db/tenant.ts'
import { logoAddress } from '#server/images/portrait.ts'
import type { AttributeSetting } from '#shared/attributes.ts'
import { demoPassword, demoUsernames } from '#shared/demo.ts'
import type { Role } from '#shared/roles.ts'
import { type AppSettings, type Language, languages } from '#shared/tenancy.ts'

export type Tenant = {
  id: string
  key: string
  displayName: string
  /** These four stand beside the name on the documents of orders; '' for what is not known. */
  address: string
  taxOffice: string
  taxNumber: string
  phone: string
  hosts: string[]
  languages: Language[]
  priceGroup: string
  currencyCode: string
  authRequired: boolean
  orderAuthRequired: boolean
  /** Under which account orders without login are booked; '' for none. */
  guestAccountCode: string
  transferEnabled: boolean
  descriptionVisible: boolean
  detailVisible: boolean
  imageExtension: string
  homeVisibleType: -1 | 0 | 1
  onlineExpire: number
  themeColor: string
  /** Content hash, '' for none. */
  logo: string
  /** Roles whose users must sign in with a second factor. */
  totpRoles: Role[]
  /** In the office's order; those that are missing have no name. */
  attributes: AttributeSetting[]
  version: number
  isDemo: boolean
}

/** The columns of `tenants`, named as {@link Tenant} has them. */
export const tenantColumns = `
  id, key, display_name as "displayName", address, tax_office as "taxOffice", tax_number as "taxNumber", phone, hosts, languages, price_group as "priceGroup",
  currency_code as "currencyCode", auth_required as "authRequired", order_auth_required as "orderAuthRequired",
  guest_account_code as "guestAccountCode", transfer_enabled as "transferEnabled", description_visible as "descriptionVisible",
  detail_visible as "detailVisible", image_extension as "imageExtension",
  home_visible_type as "homeVisibleType", online_expire as "onlineExpire", theme_color as "themeColor", logo,
  totp_roles as "totpRoles", attributes, version, is_demo as "isDemo"`

export type Tenants = {
  all(): Promise<Tenant[]>
  /** The tenant of a host name: one of its hosts, KEY.localhost, else CUSTOMER_KEY, else as the options say. */
  byHost(host: string | undefined): Promise<Tenant | undefined>
  /** Lets the next call read anew, so that a change of settings made by this process acts at once. */
  forget(): void
}

/**
 * `customerKey` is the tenant of hosts that name none; without one they get the first where `isFirstForOthers`, else
 * none. `freshForMs`: how long what was read is kept, 2 seconds unless told.
 */
export type TenantsOptions = {
  customerKey?: string | undefined
  isFirstForOthers?: boolean
  freshForMs?: number
}

/**
 * Who the tenants are, read from the database and kept for a while (as long as a change of settings may take to act in
 * another process): every request asks.
 */
export function openTenants(database: Database, options: TenantsOptions = {}): Tenants {
  const { customerKey, isFirstForOthers = false, freshForMs = 2000 } = options
  let known: Promise<Tenant[]> | undefined
  let readAt = 0
  const all = () => {
    if (!known || Date.now() - readAt >= freshForMs) {
      readAt = Date.now()
      const reading = readTenants(database)
      known = reading
      reading.catch(() => {
        if (known === reading) known = undefined
      })
    }
    return known
  }
  return {
    all,
    byHost: async (host = '') => {
      const tenants = await all()
      const name = host.replace(/\.?(:\d+)?$/, '').toLowerCase()
      const key = name.endsWith('.localhost') ? name.slice(0, -'.localhost'.length) : undefined
      return (
        tenants.find((tenant) => tenant.hosts.includes(name) || tenant.key === key) ??
        tenants.find((tenant) => tenant.key === customerKey) ??
        (isFirstForOthers ? tenants[0] : undefined)
      )
    },
    forget: () => {
      known = undefined
    },
  }
}

async function readTenants(database: Database): Promise<Tenant[]> {
  const rows = await database.global<Tenant>(`select ${tenantColumns} from tenants order by sort_order, key`)
  return rows.map((row) => {
    const offered = row.languages.filter((language) => languages.includes(language))
    return {
      ...row,
      hosts: row.hosts.map((host) => host.toLowerCase()),
      languages: offered.length > 0 ? offered : [languages[0]],
    }
  })
}

/** Whether whoever has not signed in may order: they see the shop, need not sign in, and have an account to book under. */
export function guestsMayOrder(tenant: Tenant): boolean {
  return !tenant.authRequired && !tenant.orderAuthRequired && tenant.guestAccountCode !== ''
}

/** What the browser may know of a tenant. */
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

/** The attributes that have a name in a language that the tenant offers, with those names. */
function namedAttributes({ attributes, languages: offered }: Tenant): NonNullable<AppSettings['attributes']> {
  return attributes.flatMap(({ name, names }) => {
    const shown = offered.flatMap((language) => (names[language] ? [[language, names[language]]] : []))
    return shown.length > 0 ? [{ name, names: Object.fromEntries(shown) }] : []
  })
}
