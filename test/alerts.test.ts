import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, type TestContext, test } from 'vitest'
import { limits } from '#server/operator/limits.ts'
import { projectFolder } from '#server/projectFolder.ts'

const folder = join(projectFolder, 'deploy')
const read = (name: string) => readFile(join(folder, name), 'utf8')
const run = promisify(execFile)

/** As an operator does. Says where it comes from if it is missing. */
async function promtool({ skip }: TestContext, ...args: string[]): Promise<string> {
  try {
    return (await run('promtool', args, { cwd: folder })).stdout
  } catch (error) {
    const { code, stdout, stderr, message } = error as Error & {
      code: unknown
      stdout: string
      stderr: string
    }
    if (code === 'ENOENT') {
      const missing = 'promtool is missing, so alerts are not tested: it is in the Debian package prometheus'
      console.warn(missing)
      return skip(missing)
    }
    throw new Error(`${message}\n${stdout}${stderr}`, { cause: error })
  }
}

describe('the alerts', () => {
  test('are rules of Prometheus', async (context) => {
    expect(await promtool(context, 'check', 'rules', 'alerts.yml')).toContain('SUCCESS')
  })

  test('fire when they should, and no others do', async (context) => {
    expect(await promtool(context, 'test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
  })

  test('are all seen firing, and at least one moment has none', async () => {
    const alerts = [...(await read('alerts.yml')).matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
    const tests = await read('alerts.test.yml')
    const seen = new Set([...tests.matchAll(/alertname="(\w+)"/g)].map(([, name]) => name))
    expect(alerts.length).toBeGreaterThan(10)
    expect(alerts.filter((name) => !seen.has(name))).toEqual([])
    expect([...seen].filter((name) => !alerts.includes(name))).toEqual([])
    expect(tests).toContain('exp_samples: []')
  })

  test('wake at the limits of the operator’s page', async () => {
    const alerts = await read('alerts.yml')
    for (const part of [
      `toptan_erp_oldest_waiting_order_seconds > ${limits.orderWaitsMinutes * 60}\n`,
      `toptan_mails_oldest_waiting_seconds{state="unsent"} > ${limits.mailWaitsMinutes * 60}\n`,
      `toptan_mails_waiting{state="refused"} >= ${limits.refusedMails}\n`,
      `toptan_backup_interval_seconds + ${limits.backupLateMinutes / 60} * 3600\n`,
      `toptan_job_age_seconds{state="failed"} > ${limits.jobFailedMinutes * 60}\n`,
      `toptan_job_age_seconds{state="due"} > ${limits.jobDueMinutes * 60}\n`,
      `toptan_database_sessions_limit > ${limits.connectionShare}\n`,
    ])
      expect(alerts).toContain(part)
  })
})
