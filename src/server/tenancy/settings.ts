import { actorOf, recordChange } from '#server/changes/record.ts'
import { joinLivingAgent } from '#server/customers/account.ts'
import { assigned, pick } from '#server/db/columns.ts'
import { prepared, type Statement } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Call, verb } from '#server/http/http.ts'
import { oneOf, refuseFields } from '#server/http/refuse.ts'
import { logoAddress, storeLogo } from '#server/images/portrait.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { recordKind } from '#server/records/recordKind.ts'
import { Refusal } from '#shared/errors.ts'
import {
  deleteTenantLogo,
  getTenantSettings,
  postTenantLogo,
  updateTenantSettings,
} from '#shared/settings.ts'
import {
  type OfficeSettings,
  officeFieldNames,
  settingsColumns,
  storedSetting,
  type TenantSettings,
} from './tenants.ts'

const readStored = prepared(`select ${settingsColumns} from tenant_settings where tenant_id = $1`)
const lockStored = prepared(
  `select ${settingsColumns} from tenant_settings where tenant_id = $1 for no key update`,
)

/** Bypasses this process's cache. */
export const readSettings = verb(getTenantSettings, async ({ tx, tenant: { key, hosts } }) => {
  const stored = await settingsBy(tx, readStored)
  const { logo, version } = stored
  return { ...pick(stored, officeFieldNames), customerKey: key, hosts, logo: logoAddress(logo), version }
})

const writeSettings = prepared(
  `update tenant_settings set ${assigned(officeFieldNames, 2)}, version = version + 1 where tenant_id = $1`,
)

type LockedSettings = OfficeSettings & { id: string; version: number }

/** One record: the wholesaler's own. */
export const officeSettings = recordKind<OfficeSettings, LockedSettings>({
  subject: 'settings',
  page: 'settings',
  fields: officeFieldNames,
  nameOf: ({ displayName }) => displayName,
  lock: async (tx) => ({ ...(await settingsBy(tx, lockStored)), id: '' }),
  write: async (call, _id, given, before) => {
    const { tx, services, now } = call
    if (!before) throw new Error('Settings are added with their wholesaler')
    const after = { ...given, languages: unique(given.languages), totpRoles: unique(given.totpRoles) }
    // Others could exempt themselves.
    const mayDemandTotp = call.user.roles.includes('admin')
    if (!mayDemandTotp && !sameSet(before.totpRoles, after.totpRoles)) throw new Refusal('permission.denied')
    await requireGuestAccount(call, tx, after)
    await refuseUsedRates(call, tx, before, after)
    await tx.query(writeSettings, ...officeFieldNames.map((field) => storedSetting(field, after[field])))
    if (after.transferEnabled) await requestJobs(tx, services.jobs, ['erpTransfer'], now)
    return { version: before.version + 1, stored: after }
  },
})

/** Applies at once here, within two seconds in other processes. */
export const updateSettings = verb(updateTenantSettings, async (call, given) => {
  const { version } = await call.inTenant('write', (tx) => officeSettings.change({ ...call, tx }, '', given))
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

const unique = <T>(list: T[]) => [...new Set(list)]
const sameSet = <T>(one: T[], other: T[]) =>
  one.length === unique(other).length && one.every((entry) => other.includes(entry))
