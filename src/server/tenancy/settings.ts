import { actorOf, recordChange } from '#server/changes/record.ts'
import { joinLivingAgent } from '#server/customers/account.ts'
import { assigned, pick } from '#server/db/columns.ts'
import { prepared, type Statement } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Call, verb } from '#server/http/http.ts'
import { oneOf, refuseFields } from '#server/http/refuse.ts'
import { bannerAddress, logoAddress, storeBanner, storeLogo } from '#server/images/portrait.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { recordKind } from '#server/records/recordKind.ts'
import { Refusal } from '#shared/errors.ts'
import {
  deleteBannerPicture,
  deleteTenantLogo,
  getTenantSettings,
  postBannerPicture,
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
  const { logo, bannerPicture, version } = stored
  return {
    ...pick(stored, officeFieldNames),
    customerKey: key,
    hosts,
    logo: logoAddress(logo),
    bannerPicture: bannerAddress(bannerPicture),
    version,
  }
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

/** Pictures of the shop, each with its column and address. */
const pictures = {
  logo: { store: storeLogo, addressOf: logoAddress, write: writerOf('logo') },
  bannerPicture: { store: storeBanner, addressOf: bannerAddress, write: writerOf('banner_picture') },
}
type PictureName = keyof typeof pictures

// No new version: editing the settings does not touch pictures.
function writerOf(column: string): Statement {
  return prepared(`update tenant_settings set ${column} = $2 where tenant_id = $1`)
}

export const setLogo = verb(postTenantLogo, async (call) => ({ logo: await setPicture(call, 'logo') }))
export const removeLogo = verb(deleteTenantLogo, (call) => writePicture(call, 'logo', ''))
export const setBannerPicture = verb(postBannerPicture, async (call) => ({
  bannerPicture: await setPicture(call, 'bannerPicture'),
}))
export const removeBannerPicture = verb(deleteBannerPicture, (call) =>
  writePicture(call, 'bannerPicture', ''),
)

type PictureCall = Pick<Call<typeof postTenantLogo>, 'inTenant' | 'user' | 'request' | 'now'>

async function setPicture(
  call: PictureCall & Pick<Call, 'services' | 'tenant' | 'file'>,
  name: PictureName,
): Promise<string> {
  const hash = await pictures[name].store(call.services.photos, call.tenant.id, call.file)
  await writePicture(call, name, hash)
  return pictures[name].addressOf(hash)
}

async function writePicture(call: PictureCall, name: PictureName, hash: string): Promise<void> {
  const { addressOf, write } = pictures[name]
  await call.inTenant('write', async (tx) => {
    const before = await settingsBy(tx, lockStored)
    await tx.query(write, hash)
    await recordChange(tx, actorOf(call), call.now, {
      subject: 'settings',
      subjectName: before.displayName,
      action: 'changed',
      before: { [name]: addressOf(before[name]) },
      after: { [name]: addressOf(hash) },
    })
  })
}

async function settingsBy(tx: Tx, statement: Statement): Promise<TenantSettings> {
  return oneOf(tx.query<TenantSettings>(statement))
}

const unique = <T>(list: T[]) => [...new Set(list)]
const sameSet = <T>(one: T[], other: T[]) =>
  one.length === unique(other).length && one.every((entry) => other.includes(entry))
