import { actorOf, recordChange } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Call } from '#server/http.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { refuseFields } from '#server/refuse.ts'
import { agentToken, shortestToken } from '#shared/erp/agent.ts'
import { needsSecret, placeOf } from '#shared/erp/place.ts'
import {
  type ErpLinkGiven,
  type pauseErp,
  type saveErpLink,
  syncKinds,
  type testErpLink,
  type tryErpNow,
} from '#shared/erp.ts'
import { Refusal } from '#shared/errors.ts'
import { checkedSettings } from './checkedSettings.ts'
import { ErpError } from './connector.ts'
import { type ErpLink, linkOf, readLink, sealContext } from './link.ts'
import { tryNow } from './linkState.ts'
import { openConnector } from './openConnector.ts'
import type { SyncKind } from './sync/runSync.ts'

const lock = prepared(`select version, settings, kind from erp_links where tenant_id = $1 for update`)

// A secret of its own: null keeps the one that is there, where the link still leads to the same place.
const write = prepared(`
  insert into erp_links (tenant_id, kind, settings, secret, is_automatic, updated_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (tenant_id) do update
    set kind = excluded.kind, settings = excluded.settings, secret = coalesce(excluded.secret, case when $7::boolean then erp_links.secret end),
        is_automatic = excluded.is_automatic, updated_at = excluded.updated_at, version = erp_links.version + 1
  returning version`)

const makeState = prepared(
  `insert into erp_states (tenant_id) values ($1) on conflict (tenant_id) do nothing`,
)

// Another ERP has other cursors; all of it is fetched from the beginning then.
const schedule = prepared(`
  insert into erp_syncs (tenant_id, what, next_at)
  select $1, t.what, case when t.minutes > 0 then $4::timestamptz else 'infinity' end
  from unnest($2::text[], $3::integer[]) t (what, minutes)
  on conflict (tenant_id, what) do update
    set next_at = case when excluded.next_at = 'infinity' then excluded.next_at
                       else least(erp_syncs.next_at, excluded.next_at) end,
        cursor = case when $5::boolean then '' else erp_syncs.cursor end,
        full_at = case when $5::boolean then null else erp_syncs.full_at end
  returning what`)

/**
 * Sets a tenant's link. The secret that is kept stays, but goes to no other address or kind: it must be given anew then.
 * Refuses with `record.changed` and `erp.secretRequired`, and names the settings that are wrong.
 */
export async function saveLink(call: Call<typeof saveErpLink>, given: ErpLinkGiven) {
  const { tx, now, services } = call
  const settings = checkedSettings(call, given)
  if (given.kind === 'agent' && given.secret && !agentToken.test(given.secret)) {
    refuseFields(call.language, { secret: { key: 'field.tooShort', values: { limit: shortestToken } } })
  }
  const [before] = await tx.query<{ version: number }>(lock)
  if ((before?.version ?? 0) !== (given.version ?? 0)) throw new Refusal('record.changed')
  const kept = await readLink(tx, services.secrets)
  const place = { kind: given.kind, settings }
  const isSame = isSamePlace(kept, place)
  if (!given.secret && needsSecret(given.kind, settings)) refuseOtherPlace(kept, place)
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
    schedule,
    syncKinds,
    syncKinds.map((what) => minutes[what]),
    now,
    !isSame,
  )
  await Promise.all([
    tryNow(tx),
    recordChange(tx, actorOf(call), now, {
      subject: 'erp',
      subjectName: kind,
      action: before ? 'changed' : 'added',
      before: kept ? shown(kept.kind, kept.settings, false) : {},
      after: shown(kind, settings, given.secret !== undefined),
    }),
  ])
  await requestJobs(tx, services.jobs, ['erpTransfer', 'erpFetch', 'erpCare'], now)
  return { success: true as const, data: { version: saved?.version ?? 1 } }
}

/** What the change log may keep: never the secret, only that it is another one. */
const shown = (kind: string, settings: Record<string, unknown>, isNewSecret: boolean) => ({
  kind,
  ...settings,
  ...(isNewSecret ? { password: '•••' } : {}),
})

/** A password that is kept must not be sent wherever somebody who may change the link would like to read it. */
function refuseOtherPlace(kept: ErpLink | undefined, place: Place): void {
  if (!isSamePlace(kept, place) || kept?.secret === '') throw new Refusal('erp.secretRequired')
}

type Place = Pick<ErpLinkGiven, 'kind' | 'settings'>

const isSamePlace = (kept: ErpLink | undefined, { kind, settings }: Place) =>
  kept !== undefined && placeOf(kept.kind, kept.settings) === placeOf(kind, settings)

/** Signs in with settings that are not saved yet; with the secret that is kept where none is given. */
export async function testLink(
  call: Call<typeof testErpLink>,
  given: Pick<ErpLinkGiven, 'kind' | 'settings' | 'secret'>,
) {
  const settings = checkedSettings(call, given)
  const kept = await call.inTenant('read', (tx) => readLink(tx, call.services.secrets))
  const isNeeded = needsSecret(given.kind, settings)
  if (!given.secret && isNeeded) refuseOtherPlace(kept, { kind: given.kind, settings })
  const secret = isNeeded ? (given.secret ?? kept?.secret ?? '') : ''
  const connector = openConnector(linkOf(call.tenant.id, given.kind, settings, secret), call.services)
  try {
    const said = await connector.health(AbortSignal.timeout(20_000))
    return { success: true as const, data: { isUp: true, said } }
  } catch (error) {
    if (!(error instanceof ErpError)) throw error
    const { errorClass, message } = error
    return { success: true as const, data: { isUp: false, said: message, errorClass } }
  } finally {
    await connector.close()
  }
}

const pause = prepared(`
  update erp_links set is_paused = $2 where tenant_id = $1 and is_paused <> $2 returning kind`)
const anyLink = prepared(`select from erp_links where tenant_id = $1`)

export async function pauseLink(call: Call<typeof pauseErp>, { isPaused }: { isPaused: boolean }) {
  const { tx, now, services } = call
  const [known, [changed]] = await Promise.all([
    tx.query(anyLink),
    tx.query<{ kind: string }>(pause, isPaused),
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
  // Whoever goes on does not mean after a pause that was begun before.
  if (!isPaused) await tryNow(tx)
  await requestJobs(tx, services.jobs, ['erpTransfer', 'erpFetch', 'erpCare'], now)
  return { success: true as const }
}

/** Ends a pause between two probes of the ERP. Refuses with `notFound` without a link. */
export async function tryLinkNow({ tx, now, services }: Call<typeof tryErpNow>) {
  const [known] = await Promise.all([tx.query(anyLink), tryNow(tx)])
  if (known.length === 0) throw new Refusal('notFound')
  await requestJobs(tx, services.jobs, ['erpTransfer'], now)
  return { success: true as const }
}
