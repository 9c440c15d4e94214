import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import { withoutNulls } from '#server/db/withoutNulls.ts'
import { verb } from '#server/http/http.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { getReconciliations, type ReconciliationShown, startReconciliation } from '#shared/erp/erp.ts'
import { Refusal } from '#shared/errors.ts'

const read = prepared(`
  select json_strip_nulls(json_build_object('id', id, 'since', ${isoTime('since')}, 'startedAt', ${isoTime('started_at')},
    'endedAt', ${isoTime('ended_at')}, 'checked', checked, 'missing', missing, 'different', different,
    'unexpected', unexpected, 'unknown', unknown, 'findings', findings, 'error', error)) as item
  from erp_reconciliations where tenant_id = $1 order by started_at desc limit 14`)

const readNext = prepared(`
  select s.reconcile_at <= $2 as "isDue", ${isoTime('case when s.reconcile_at > $2 then s.reconcile_at end')} as "nextAt"
  from erp_states s join erp_links l on l.tenant_id = $1 where s.tenant_id = $1`)

export const listReconciliations = verb(getReconciliations, async ({ tx, now }) => {
  const [rows, [next]] = await Promise.all([
    tx.query<{ item: ReconciliationShown }>(read),
    tx.query<{ isDue: boolean; nextAt?: string }>(readNext, now),
  ])
  return { runs: rows.map(({ item }) => item), ...withoutNulls(next ?? { isDue: false }) }
})

const makeDue = prepared(`
  update erp_states set reconcile_at = '-infinity' where tenant_id = $1 returning reconcile_at`)

/** Starts one now, or once the ERP answers. Refuses with `notFound`. */
export const requestReconciliation = verb(startReconciliation, async ({ tx, now, services }) => {
  if ((await tx.query(makeDue)).length === 0) throw new Refusal('notFound')
  await requestJobs(tx, services.jobs, ['erpCare'], now)
})
