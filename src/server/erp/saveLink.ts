import { actorOf, recordChange } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { refuseFields } from '#server/http/refuse.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import {
  pauseErp,
  type SentErpLink,
  type SyncKind,
  saveErpLink,
  syncKinds,
  testErpLink,
  tryErpNow,
} from '#shared/erp/erp.ts'
import { erpAgentToken, minTokenLength } from '#shared/erp/erpAgent.ts'
import { erpDescriptions, needsSecret, placeOf } from '#shared/erp/settings.ts'
import { Refusal } from '#shared/errors.ts'
import { checkedSettings } from './checkedSettings.ts'
import { ErpError } from './connector.ts'
import { type ErpLink, linkOf, readLink, sealContext } from './link.ts'
import { retryNow } from './linkState.ts'
import { openConnector } from './openConnector.ts'

const lock = prepared(`select version, settings, kind from erp_links where tenant_id = $1 for update`)

// A null secret keeps the saved one, for the same place only.
const write = prepared(`
  insert into erp_links (tenant_id, kind, settings, secret, is_automatic, updated_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (tenant_id) do update
    set kind = excluded.kind, settings = excluded.settings, secret = coalesce(excluded.secret, case when $7::boolean then erp_links.secret end),
        is_automatic = excluded.is_automatic, updated_at = excluded.updated_at, version = erp_links.version + 1
  returning version`)

const makeState = prepared(
  `insert into erp_states (tenant_id) values ($1) on conflict (tenant_id) do nothing`,
)

// A new place invalidates the cursors.
const schedule = (isSamePlace: boolean) =>
  prepared(`
  insert into erp_syncs (tenant_id, what, next_at)
  select $1::uuid, t.what, case when t.minutes > 0 then $4::timestamptz else 'infinity' end
  from unnest($2::text[], $3::integer[]) t (what, minutes)
  on conflict (tenant_id, what) do update
    set next_at = case when excluded.next_at = 'infinity' then excluded.next_at
                       else least(erp_syncs.next_at, excluded.next_at) end
        ${isSamePlace ? '' : ", cursor = '', full_at = null"}
  returning what`)
const scheduleAgain = schedule(true)
const scheduleAnew = schedule(false)

/**
 * Another address or kind needs the secret again. Refuses with `record.changed`, `erp.secretRequired` and problems
 * per setting.
 */
export const saveLink = verb(saveErpLink, async (call, given) => {
  const { tx, now, services } = call
  const settings = checkedSettings(call, given)
  if (given.kind === 'agent' && given.secret && !erpAgentToken.test(given.secret)) {
    refuseFields(call.language, { secret: { key: 'field.tooShort', values: { limit: minTokenLength } } })
  }
  const [before] = await tx.query<{ version: number }>(lock)
  if ((before?.version ?? 0) !== (given.version ?? 0)) throw new Refusal('record.changed')
  const existing = await readLink(tx, services.secrets)
  const place = { kind: given.kind, settings }
  const isSame = isSamePlace(existing, place)
  if (!given.secret && needsSecret(given.kind, settings)) requireSecretForNewPlace(existing, place)
  const sealed = given.secret
    ? services.secrets.seal(given.secret, sealContext(tx.tenantId, given.kind))
    : null
  const { kind, isAutomatic } = given
  const [saved] = await tx.query<{ version: number }>(
    write,
    kind,
    JSON.stringify(settings),
    sealed,
    isAutomatic,
    now,
    isSame,
  )
  const minutes = settings.schedule as Record<SyncKind, number>
  await tx.query(makeState)
  await tx.query(
    isSame ? scheduleAgain : scheduleAnew,
    syncKinds,
    // A schedule may also name what only another kind of link fetches.
    syncKinds.map((what) => (erpDescriptions[kind].fetches.includes(what) ? minutes[what] : 0)),
    now,
  )
  await Promise.all([
    retryNow(tx),
    recordChange(tx, actorOf(call), now, {
      subject: 'erp',
      subjectName: kind,
      action: before ? 'changed' : 'added',
      before: existing ? loggedSettings(existing.kind, existing.settings, false) : {},
      after: loggedSettings(kind, settings, given.secret !== undefined),
    }),
  ])
  await requestJobs(tx, services.jobs, ['erpTransfer', 'erpFetch', 'erpCare'], now)
  return { version: saved?.version ?? 1 }
})

/** Never the secret. */
const loggedSettings = (kind: string, settings: Record<string, unknown>, isNewSecret: boolean) => ({
  kind,
  ...settings,
  ...(isNewSecret ? { password: '•••' } : {}),
})

/** Otherwise an editor could send the stored password to their own server. */
function requireSecretForNewPlace(existing: ErpLink | undefined, place: Place): void {
  if (!isSamePlace(existing, place) || existing?.secret === '') throw new Refusal('erp.secretRequired')
}

type Place = Pick<SentErpLink, 'kind' | 'settings'>

const isSamePlace = (existing: ErpLink | undefined, { kind, settings }: Place) =>
  existing !== undefined && placeOf(existing.kind, existing.settings) === placeOf(kind, settings)

/** Tests unsaved settings; the secret defaults to the stored one. */
export const testLink = verb(testErpLink, async (call, given) => {
  const settings = checkedSettings(call, given)
  const existing = await call.inTenant('read', (tx) => readLink(tx, call.services.secrets))
  const isNeeded = needsSecret(given.kind, settings)
  if (!given.secret && isNeeded) requireSecretForNewPlace(existing, { kind: given.kind, settings })
  const secret = isNeeded ? (given.secret ?? existing?.secret ?? '') : ''
  const { id: tenantId, timeZone, mainLanguage } = call.tenant
  const link = linkOf({ tenantId, kind: given.kind, settings, secret, timeZone, mainLanguage })
  await using connector = openConnector(link, call.services)
  try {
    const health = await connector.health(AbortSignal.timeout(20_000))
    return { isUp: true, said: health }
  } catch (error) {
    if (!(error instanceof ErpError)) throw error
    const { errorClass, message } = error
    return { isUp: false, said: message, errorClass }
  }
})

const setPaused = prepared(`
  update erp_links set is_paused = $2 where tenant_id = $1 and is_paused <> $2 returning kind`)
const findLink = prepared(`select from erp_links where tenant_id = $1`)

export const pauseLink = verb(pauseErp, async (call, { isPaused }) => {
  const { tx, now, services } = call
  const [known, [changed]] = await Promise.all([
    tx.query(findLink),
    tx.query<{ kind: string }>(setPaused, isPaused),
  ])
  if (known.length === 0) throw new Refusal('notFound')
  if (changed) {
    await recordChange(tx, actorOf(call), now, {
      subject: 'erp',
      subjectName: changed.kind,
      action: 'changed',
      before: { isPaused: !isPaused },
      after: { isPaused },
    })
  }
  if (!isPaused) await retryNow(tx)
  await requestJobs(tx, services.jobs, ['erpTransfer', 'erpFetch', 'erpCare'], now)
})

/** Refuses with `notFound`. */
export const tryLinkNow = verb(tryErpNow, async ({ tx, now, services }) => {
  const [known] = await Promise.all([tx.query(findLink), retryNow(tx)])
  if (known.length === 0) throw new Refusal('notFound')
  await requestJobs(tx, services.jobs, ['erpTransfer'], now)
})
