import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runSql } from '#test/database.ts'
import { useApp } from '#test/useShop.ts'

const app = useApp()

test('npm run doctor says so if the schema lacks a column of this version', async () => {
  const { host, port, database, user } = app.connections.owner
  const superuser = { ...app.connections.owner, user: 'postgres' }
  await runSql(superuser, `grant toptan_app to ${user}; alter table operators drop column totp_secret`)
  const DATABASE_URL = `postgres://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
  const run = promisify(execFile)(process.execPath, ['src/server/commands/doctor.ts'], {
    env: { ...process.env, DATABASE_URL },
  })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Database: .*\n\nThe database has an older schema: start this version of Toptan first\.\n\n$/,
    ),
  })
})
