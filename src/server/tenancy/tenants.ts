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
  /** Shown on order documents; '' if unknown. */
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
  /** Account for orders without login; '' for none. */
  guestAccountCode: string
  transferEnabled: boolean
  descriptionVisible: boolean
  detailVisible: boolean
  imageExtension: string
  homeVisibleType: -1 | 0 | 1
  onlineExpire: number
  themeColor: string
  /** Content hash; '' for none. */
  logo: string
  /** Must use a second factor. */
  totpRoles: Role[]
  /** In the office's order; missing ones have no name. */
  attributes: AttributeSetting[]
  version: number
  isDemo: boolean
}

export const tenantColumns = `
  id, key, display_name as "displayName", address, tax_office as "taxOffice", tax_number as "taxNumber", phone, hosts, languages, price_group as "priceGroup",
  currency_code as "currencyCode", auth_required as "authRequired", order_auth_required as "orderAuthRequired",
  guest_account_code as "guestAccountCode", transfer_enabled as "transferEnabled", description_visible as "descriptionVisible",
  detail_visible as "detailVisible", image_extension as "imageExtension",
  home_visible_type as "homeVisibleType", online_expire as "onlineExpire", theme_color as "themeColor", logo,
  totp_roles as "totpRoles", attributes, version, is_demo as "isDemo"`

export type Tenants = {
  all(): Promise<Tenant[]>
  /** By host, KEY.localhost or CUSTOMER_KEY; else see the options. */
  byHost(host: string | undefined): Promise<Tenant | undefined>
  /** Drops the cache. */
  forget(): void
}

/**
 * `customerKey`: tenant of unknown hosts; without it `isFirstForOthers` selects the first. `freshForMs`: cache
 * lifetime, default 2 seconds.
 */
export type TenantsOptions = {
  customerKey?: string | undefined
  isFirstForOthers?: boolean
  freshForMs?: number
}

/** Cached, because every request asks. Other processes see changes after `freshForMs`. */
export function openTenants(database: Database, options: TenantsOptions = {}): Tenants {
  const { customerKey, isFirstForOthers = false, freshForMs = 2000 } = options
  let cached: Promise<Tenant[]> | undefined
  let readAt = 0
  const all = () => {
    if (!cached || Date.now() - readAt >= freshForMs) {
      readAt = Date.now()
      const reading = readTenants(database)
      cached = reading
      reading.catch(() => {
        if (cached === reading) cached = undefined
      })
    }
    return cached
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
      cached = undefined
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
