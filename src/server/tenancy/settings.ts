import { actorOf, recordChange } from '#server/changes/record.ts'
import { joinLivingAgent } from '#server/customers/account.ts'
import { assigned, pick } from '#server/db/columns.ts'
import { prepared, type Statement } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Call, verb } from '#server/http/http.ts'
import { oneOf, refuseFields } from '#server/http/refuse.ts'
import { logoAddress, storeLogo } from '#server/images/portrait.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { Refusal } from '#shared/errors.ts'
import { deleteTenantLogo, getTenantSettings, postTenantLogo, updateTenantSettings } from '#shared/tenancy.ts'
import { officeFieldNames, settingsColumns, storedSetting, type TenantSettings } from './tenants.ts'

type OfficeSettings = Pick<TenantSettings, (typeof officeFieldNames)[number]>

const readStored = prepared(`select ${settingsColumns} from tenant_settings where tenant_id = $1`)
const lockStored = prepared(
  `select ${settingsColumns} from tenant_settings where tenant_id = $1 for no key update`,
)

/** Bypasses this process's cache. */
export const readSettings = verb(getTenantSettings, async ({ tx, tenant: { key, hosts } }) => {
  const stored = await settingsBy(tx, readStored)
  const { logo, version } = stored
  return { ...officeSettings(stored), customerKey: key, hosts, logo: logoAddress(logo), version }
})

const writeSettings = prepared(
  `update tenant_settings set ${assigned(officeFieldNames, 2)}, version = version + 1 where tenant_id = $1`,
)

/**
 * Applies at once here, within two seconds in other processes. Only admins may change totpRoles, or others could
 * exempt themselves.
 */
export const updateSettings = verb(updateTenantSettings, async (call, given) => {
  const version = await call.inTenant('write', async (tx) => {
    const before = await settingsBy(tx, lockStored)
    const after = officeSettings({
      ...given,
      // Older clients omit these fields.
      mainLanguage: given.mainLanguage ?? before.mainLanguage,
      timeZone: given.timeZone ?? before.timeZone,
      address: given.address ?? before.address,
      taxOffice: given.taxOffice ?? before.taxOffice,
      taxNumber: given.taxNumber ?? before.taxNumber,
      phone: given.phone ?? before.phone,
      floorPriceGroup: given.floorPriceGroup ?? before.floorPriceGroup,
      holdFirstOrders: given.holdFirstOrders ?? before.holdFirstOrders,
      heldStockHours: given.heldStockHours ?? before.heldStockHours,
      discountReasonRequired: given.discountReasonRequired ?? before.discountReasonRequired,
      taxRates: given.taxRates ?? before.taxRates,
      taxRounding: given.taxRounding ?? before.taxRounding,
      languages: unique(given.languages),
      totpRoles: unique(given.totpRoles),
    })
    if (given.version !== undefined && given.version !== before.version) throw new Refusal('record.changed')
    const mayDemandTotp = call.user.roles.includes('admin')
    if (!mayDemandTotp && !sameSet(before.totpRoles, after.totpRoles)) throw new Refusal('permission.denied')
    await requireGuestAccount(call, tx, after)
    await refuseUsedRates(call, tx, before, after)
    await tx.query(writeSettings, ...officeFieldNames.map((field) => storedSetting(field, after[field])))
    await recordChange(tx, actorOf(call), call.now, {
      subject: 'settings',
      subjectName: after.displayName,
      action: 'changed',
      before: loggedSettings(before),
      after: loggedSettings(after),
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

const loggedSettings = (settings: OfficeSettings) => {
  const taxRates = settings.taxRates.map(({ code, name, percent }) => [code, name, `${percent} %`])
  return {
    ...officeSettings(settings),
    taxRates: taxRates.map((parts) => parts.filter(Boolean).join(' · ')),
  }
}

const countWithCode = prepared(`
  select p.tax_code as code, count(*)::int as count from products p
  where p.tenant_id = $1 and p.tax_code = any ($2::text[]) and p.deleted_at is null group by p.tax_code`)

/** Products would silently get the first rate instead. */
async function refuseUsedRates(
  { language }: Pick<Call, 'language'>,
  tx: Tx,
  before: OfficeSettings,
  after: OfficeSettings,
): Promise<void> {
  const kept = new Set(after.taxRates.map(({ code }) => code))
  const gone = before.taxRates.map(({ code }) => code).filter((code) => !kept.has(code))
  if (gone.length === 0) return
  const [used] = await tx.query<{ code: string; count: number }>(countWithCode, gone)
  if (used) refuseFields(language, { taxRates: { key: 'field.taxRateUsed', values: used } })
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
const writeLogoStatement = prepared('update tenant_settings set logo = $2 where tenant_id = $1')

async function writeLogo(call: Call<typeof postTenantLogo | typeof deleteTenantLogo>, hash: string) {
  await call.inTenant('write', async (tx) => {
    const before = await settingsBy(tx, lockStored)
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

async function settingsBy(tx: Tx, statement: Statement): Promise<TenantSettings> {
  return oneOf(tx.query<TenantSettings>(statement))
}

const officeSettings = (from: OfficeSettings): OfficeSettings => pick(from, officeFieldNames)

const unique = <T>(list: T[]) => [...new Set(list)]
const sameSet = <T>(one: T[], other: T[]) =>
  one.length === unique(other).length && one.every((entry) => other.includes(entry))
