import { durationText } from '#server/durationText.ts'
import { findJobs, type JobState } from '#server/jobs/jobStates.ts'
import { readTenantWaits, type TenantWait } from '#server/operator/waits.ts'
import { openForCommand } from './command.ts'
import { runPlainCommand } from './runCommand.ts'

const namesOfKinds = { orders: 'orders', mails: 'mails', refusedMails: 'refused mails' }
const usage = `Lists the background work of all wholesalers that runs, is due or has failed, and what waits for servers outside.

  npm run jobs [-- --env FILE]`

await runPlainCommand(async () => {
  await using opened = await openForCommand()
  const keys = new Map(opened.tenants.map(({ id, key }) => [id, key]))
  const jobs = await findJobs(opened.database)
  const waits = await readTenantWaits(opened.database)
  if (jobs.length === 0 && waits.length === 0) console.log('No job runs, waits or has failed.')
  for (const job of jobs) console.log(lineOf(job, keys.get(job.tenantId) ?? job.tenantId))
  if (waits.length > 0) console.log(`${jobs.length > 0 ? '\n' : ''}What waits for servers outside:`)
  for (const wait of waits) console.log(waitLineOf(wait))
  return 0
}, usage)

function waitLineOf({ tenant, kind, host, waiting, oldestAt, failingSince, reason }: TenantWait): string {
  const age = (at: string) => durationText((Date.now() - new Date(at).getTime()) / 1000)
  const waits = oldestAt
    ? `${waiting.toLocaleString('en')} wait, the oldest for ${age(oldestAt)}`
    : 'none waits'
  const fails = failingSince ? `, fails for ${age(failingSince)}` : ''
  return `${tenant.padEnd(20)} ${namesOfKinds[kind].padEnd(13)} ${waits}; ${host}${fails}${reason ? `: ${reason}` : ''}`
}

function lineOf({ kind, state, ageSeconds, attempts, error }: JobState, key: string): string {
  const tries = attempts > 1 || error ? `, try ${attempts}` : ''
  const age = `${state} for ${durationText(ageSeconds)}`
  return `${key.padEnd(20)} ${kind.padEnd(13)} ${age}${tries}${error ? `: ${error}` : ''}`
}
