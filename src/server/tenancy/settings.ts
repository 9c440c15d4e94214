import type { z } from 'zod'
import { actorOf, recordChange } from '#server/changes/record.ts'
import { joinLivingAgent } from '#server/customers/account.ts'
import { prepared, type Statement, unprepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Call, verb } from '#server/http.ts'
import { logoAddress, storeLogo } from '#server/images/portrait.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { refuseFields } from '#server/refuse.ts'
import { Refusal } from '#shared/errors.ts'
import { deleteTenantLogo, getTenantSettings, postTenantLogo, updateTenantSettings } from '#shared/tenancy.ts'
import { type Tenant, tenantColumns } from './tenants.ts'

type SettingsInput = z.output<typeof updateTenantSettings.input>
type OfficeSettings = Pick<Tenant, Exclude<keyof SettingsInput, 'version'>>

// The table `tenants` has no tenant_id: $1 is its id.
const readTenant = unprepared(`select ${tenantColumns} from tenants where id = $1`)
// Not `for update`, or every insert that references the tenant would wait.
const lockTenant = unprepared(`select ${tenantColumns} from tenants where id = $1 for no key update`)

/** Bypasses this process's cache. */
export const readSettings = verb(getTenantSettings, async ({ tx }) => {
  const tenant = await tenantBy(tx, readTenant)
  const { key, hosts, logo, version } = tenant
  return { ...officeSettings(tenant), customerKey: key, hosts, logo: logoAddress(logo), version }
})

const writeTenant = unprepared(`
  update tenants set display_name = $2, languages = $3, price_group = $4, currency_code = $5, auth_required = $6,
                   order_auth_required = $7, transfer_enabled = $8, description_visible = $9,
                   detail_visible = $10, image_extension = $11, home_visible_type = $12, online_expire = $13,
                   theme_color = $14, totp_roles = $15, guest_account_code = $16, address = $17, tax_office = $18,
                   tax_number = $19, phone = $20, version = version + 1
  where id = $1`)

/**
 * Applies at once here, within two seconds in other processes. Only admins may change totpRoles, or others could
 * exempt themselves.
 */
export const updateSettings = verb(updateTenantSettings, async (call, given) => {
  const version = await call.inTenant('write', async (tx) => {
    const before = await tenantBy(tx, lockTenant)
    const after = officeSettings({
      ...given,
      // Older clients omit these fields.
      address: given.address ?? before.address,
      taxOffice: given.taxOffice ?? before.taxOffice,
      taxNumber: given.taxNumber ?? before.taxNumber,
      phone: given.phone ?? before.phone,
      languages: unique(given.languages),
      totpRoles: unique(given.totpRoles),
    })
    if (given.version !== undefined && given.version !== before.version) throw new Refusal('record.changed')
    const mayDemandTotp = call.user.roles.includes('admin')
    if (!mayDemandTotp && !sameSet(before.totpRoles, after.totpRoles)) throw new Refusal('permission.denied')
    await requireGuestAccount(call, tx, after)
    await tx.query(
      writeTenant,
      after.displayName,
      after.languages,
      after.priceGroup,
      after.currencyCode,
      after.authRequired,
      after.orderAuthRequired,
      after.transferEnabled,
      after.descriptionVisible,
      after.detailVisible,
      after.imageExtension,
      after.homeVisibleType,
      after.onlineExpire,
      after.themeColor,
      after.totpRoles,
      after.guestAccountCode,
      after.address,
      after.taxOffice,
      after.taxNumber,
      after.phone,
    )
    await recordChange(tx, actorOf(call), call.now, {
      subject: 'settings',
      subjectName: after.displayName,
      action: 'changed',
      before: officeSettings(before),
      after,
    })
    if (after.transferEnabled) await requestJobs(tx, call.services.jobs, ['erpTransfer'], call.now)
    return before.version + 1
  })
  return { version }
})

const findGuestAccount = prepared(`
  select g.id is not null as "hasAgent" from accounts a ${joinLivingAgent}
  where a.tenant_id = $1 and a.code = $2 and a.deleted_at is null and not a.is_blocked`)

/** Orders without login need an open account with an agent. */
async function requireGuestAccount(
  { language }: Pick<Call, 'language'>,
  tx: Tx,
  after: OfficeSettings,
): Promise<void> {
  const { guestAccountCode, orderAuthRequired } = after
  if (!guestAccountCode) {
    if (!orderAuthRequired) refuseFields(language, { guestAccountCode: 'field.guestAccountNeeded' })
    return
  }
  const [account] = await tx.query<{ hasAgent: boolean }>(findGuestAccount, guestAccountCode)
  if (!account) refuseFields(language, { guestAccountCode: 'field.unknown' })
  if (!account.hasAgent) refuseFields(language, { guestAccountCode: 'field.guestAccountAgent' })
}

export const setLogo = verb(postTenantLogo, async (call) => {
  const hash = await storeLogo(call.services.photos, call.tenant.id, call.file)
  await writeLogo(call, hash)
  return { logo: logoAddress(hash) }
})

export const removeLogo = verb(deleteTenantLogo, async (call) => {
  await writeLogo(call, '')
})

// No new version: editing the settings does not touch the logo.
const writeLogoStatement = unprepared('update tenants set logo = $2 where id = $1')

async function writeLogo(call: Call<typeof postTenantLogo | typeof deleteTenantLogo>, hash: string) {
  await call.inTenant('write', async (tx) => {
    const before = await tenantBy(tx, lockTenant)
    await tx.query(writeLogoStatement, hash)
    await recordChange(tx, actorOf(call), call.now, {
      subject: 'settings',
      subjectName: before.displayName,
      action: 'changed',
      before: { logo: logoAddress(before.logo) },
      after: { logo: logoAddress(hash) },
    })
  })
}

async function tenantBy(tx: Tx, statement: Statement): Promise<Tenant> {
  const [tenant] = await tx.query<Tenant>(statement)
  if (!tenant) throw new Refusal('notFound')
  return tenant
}

function officeSettings(from: OfficeSettings): OfficeSettings {
  return {
    displayName: from.displayName,
    address: from.address,
    taxOffice: from.taxOffice,
    taxNumber: from.taxNumber,
    phone: from.phone,
    languages: from.languages,
    priceGroup: from.priceGroup,
    currencyCode: from.currencyCode,
    authRequired: from.authRequired,
    orderAuthRequired: from.orderAuthRequired,
    guestAccountCode: from.guestAccountCode,
    transferEnabled: from.transferEnabled,
    descriptionVisible: from.descriptionVisible,
    detailVisible: from.detailVisible,
    imageExtension: from.imageExtension,
    homeVisibleType: from.homeVisibleType,
    onlineExpire: from.onlineExpire,
    themeColor: from.themeColor,
    totpRoles: from.totpRoles,
  }
}

const unique = <T>(list: T[]) => [...new Set(list)]
const sameSet = <T>(one: T[], other: T[]) =>
  one.length === unique(other).length && one.every((entry) => other.includes(entry))
