import { openForCommand } from './command.ts'
import { findJobs, type JobState } from './jobs/jobStates.ts'
import { runCommand } from './runCommand.ts'

/** `npm run jobs`: lists running, due and failed jobs of all tenants. */
await runCommand(async () => {
  await using opened = await openForCommand()
  const keys = new Map(opened.tenants.map(({ id, key }) => [id, key]))
  const jobs = await findJobs(opened.database)
  if (jobs.length === 0) console.log('No job runs, waits or has failed.')
  for (const job of jobs) console.log(lineOf(job, keys.get(job.tenantId) ?? job.tenantId))
  return 0
})

function lineOf({ kind, state, ageSeconds, attempts, error }: JobState, key: string): string {
  const tries = attempts > 1 || error ? `, try ${attempts}` : ''
  const age = `${state} for ${durationOf(ageSeconds)}`
  return `${key.padEnd(20)} ${kind.padEnd(13)} ${age}${tries}${error ? `: ${error}` : ''}`
}

function durationOf(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}
