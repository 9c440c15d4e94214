import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { connected, externalConnections, prepareExternal } from '#server/db/connection.ts'
import { eraseEmbedded, startEmbedded } from '#server/db/embedded.ts'
import { projectFolder } from '#server/projectFolder.ts'
import { runSql } from './database.ts'
import { testFolder } from './folder.ts'
import { hasPooler, startPooler } from './pooler.ts'

test('the samples put no password into an address, where it would need escaping', async () => {
  const compose = await readFile(join(projectFolder, 'deploy/compose.yaml'), 'utf8')
  expect(compose).toContain('DATABASE_PASSWORD: ${')
  expect(compose.match(/^.*:\/\/.*\$\{.*$/gm)).toBeNull()
})

const hasPsql = existsSync('/usr/bin/psql')

test.skipIf(!hasPsql || !hasPooler)(
  'passwords of any characters work with PostgreSQL, its script for the login of requests, and PgBouncer',
  { timeout: 60_000 },
  async () => {
    const ownerPassword = String.raw`a@b:c/d%41 e?f#g"h'i\j&k=l+m$n{o}`
    const appPassword = String.raw`:'p'@q/r%2Fs"t\u;--$(v)`
    const folder = await testFolder()
    await chmod(folder, 0o755)
    const dataDirectory = join(folder, 'postgres')
    const cluster = await startEmbedded({ dataDirectory })
    const { socketDirectory, port } = cluster
    onTestFinished(async () => {
      await cluster.stop()
      await eraseEmbedded(dataDirectory)
    })
    const superuser = { host: socketDirectory, port, user: 'postgres', database: 'postgres' }
    await runSql(
      superuser,
      `create role toptan_owner superuser login password '${ownerPassword.replaceAll("'", "''")}'`,
    )
    await runSql(superuser, 'create database toptan owner toptan_owner')
    const env = {
      ...process.env,
      PGHOST: socketDirectory,
      POSTGRES_USER: 'toptan_owner',
      POSTGRES_DB: 'toptan',
    }
    await promisify(execFile)('/bin/sh', ['deploy/app-role.sh'], {
      cwd: projectFolder,
      env: { ...env, APP_PASSWORD: appPassword },
    })
    const rules = join(dataDirectory, 'cluster/pg_hba.conf')
    const before = await readFile(rules, 'utf8')
    await writeFile(rules, `local all toptan_owner,toptan_app scram-sha-256\n${before}`)
    await runSql(superuser, 'select pg_reload_conf()')
    await using pooler = await startPooler({ socketDirectory, port }, appPassword)

    const query = `host=${encodeURIComponent(socketDirectory)}&port=${port}`
    const settings = {
      DATABASE_URL: `postgres://toptan_owner@/toptan?${query}`,
      DATABASE_PASSWORD: ownerPassword,
      DATABASE_APP_URL: `postgres://toptan_app@${pooler.host}:${pooler.port}/toptan`,
      DATABASE_APP_PASSWORD: appPassword,
      DATABASE_READ_URL: `postgres://toptan_app@/toptan?${query}`,
      DATABASE_READ_PASSWORD: appPassword,
    }
    const { database } = readConfig(settings)
    if (!database) throw new Error('There are no addresses')
    await prepareExternal(database)
    const { owner, app, replica } = externalConnections(database)
    const logins = []
    for (const login of [owner, app, replica]) {
      await using client = await connected(login ?? {})
      logins.push((await client.query('select current_user::text as name')).rows[0].name)
    }
    expect(logins).toEqual(['toptan_owner', 'toptan_app', 'toptan_app'])
    const wrong = readConfig({ ...settings, DATABASE_PASSWORD: 'another' }).database
    await expect(prepareExternal(wrong ?? database)).rejects.toThrow('password authentication failed')
  },
)

test.each([
  [
    { DATABASE_PASSWORD: 'a' },
    'DATABASE_PASSWORD also needs DATABASE_URL with a user, and without a password.',
  ],
  [
    { DATABASE_URL: 'postgres://db/toptan', DATABASE_PASSWORD: 'a' },
    'DATABASE_PASSWORD also needs DATABASE_URL',
  ],
  [{ DATABASE_URL: 'postgres://a:b@db/toptan', DATABASE_PASSWORD: 'a' }, 'and without a password'],
  [{ SMTP_URL: 'smtp://mail', SMTP_PASSWORD: 'a' }, 'SMTP_PASSWORD also needs SMTP_URL with a user'],
])('a password that belongs to no login is refused: %j', (settings, message) => {
  expect(() => readConfig(settings)).toThrow(message)
})
