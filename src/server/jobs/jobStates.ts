import type { Database } from '#server/db/tenant.ts'
import type { JobKind } from './jobs.ts'

/** `ageSeconds`: since it started, became due or failed for the first time in a row. */
export type JobState = {
  tenantId: string
  kind: JobKind
  state: 'running' | 'due' | 'failed'
  ageSeconds: number
  /** Runs started since the last success. */
  attempts: number
  error: string
}

/** How many jobs of a kind are in a state, and how long the oldest has been. */
export type JobCount = Pick<JobState, 'kind' | 'state' | 'ageSeconds'> & { count: number }

/** SQL: jobs that run, are due or failed last time, with their state. */
const stated = `jobs j cross join lateral (
    select case when held_until > now() then 'running' when error <> '' then 'failed' else 'due' end as state) s
  where held_until > now() or error <> '' or due_at <= now()`
/** SQL: seconds since a job started, became due or began to fail. */
const age = `
  extract(epoch from now() - case s.state when 'due' then greatest(due_at, '2000-01-01')
    when 'failed' then coalesce(failing_since, started_at) else started_at end)`

const countStates = `
  select kind, s.state, count(*)::int as count, floor(max(${age}))::int as "ageSeconds" from ${stated} group by kind, s.state`

export function countJobs(database: Database): Promise<JobCount[]> {
  return database.global<JobCount>(countStates)
}

const findStates = `
  select tenant_id as "tenantId", kind, s.state, attempts, error, floor(${age})::int as "ageSeconds" from ${stated}
  order by s.state = 'failed' desc, "ageSeconds" desc limit 1000`

/** All tenants' jobs that are running, due or failed; failed and oldest first. */
export function findJobs(database: Database): Promise<JobState[]> {
  return database.global<JobState>(findStates)
}
