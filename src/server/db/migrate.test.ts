import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { version } from '#server/process/version.ts'
import { projectFolder } from '#server/projectFolder.ts'
import { runSql, type TestDatabase, testDatabase } from '#test/database.ts'
import { testFolder } from '#test/folder.ts'
import { addTenant } from '#test/tenant.ts'
import { connected } from './connection.ts'
import { migrate } from './migrate.ts'

let base: TestDatabase
let folder: string
let said: string[]

beforeEach(async () => {
  base = await testDatabase()
  onTestFinished(() => base.drop())
  folder = await testFolder()
  await cp(join(projectFolder, 'db/migrations'), folder, { recursive: true })
  said = []
})

const add = (name: string, text: string) => writeFile(join(folder, name), text)
const run = () => migrate(base.connections, { folder, log: (line) => said.push(line) })
const sql = <Row extends object>(text: string) => runSql<Row>(base.connections.owner, text)

/** Over all tenants. */
const sqlOfAll = <Row extends object>(text: string) =>
  runSql<Row>({ ...base.connections.owner, user: 'postgres' }, text)

test('waits for a table that is in use without making others wait', async () => {
  await add('9001_column.sql', 'alter table brands add column later text;\ncreate table added (id uuid)')
  await using user = await connected(base.connections.owner)
  await user.query('begin')
  await user.query('lock table brands in access share mode')
  const migrated = run()
  await expect.poll(() => said).toEqual(['Migration 9001_column.sql: waits until a table is free'])
  const waitsMs: number[] = []
  for (let count = 0; count < 10; count += 1) {
    const begunAt = performance.now()
    await sql('begin; lock table brands in access share mode; commit')
    waitsMs.push(performance.now() - begunAt)
    await sleep(50)
  }
  // Behind an attempt a reader waits as long as that does.
  expect(Math.max(...waitsMs)).toBeLessThan(4000)
  await user.query('commit')
  expect(await migrated).toEqual(['9001_column.sql'])
  expect(await sql(`select from information_schema.columns where column_name = 'later'`)).toHaveLength(1)
})

test('batches commit one by one, for each tenant, and go on after an interruption', async () => {
  for (const key of ['one', 'two']) {
    const id = await addTenant(base.connections, key)
    await sqlOfAll(
      `insert into call_counts select '${id}', int4send(n), n, now() from generate_series(1, 250) n`,
    )
  }
  await add(
    '9001_batches.sql',
    `-- Two steps.
-- without transaction
alter table call_counts add column if not exists doubled integer;

-- for each tenant
-- repeat
update call_counts set doubled = 2 * calls where tenant_id = $1 and ctid = any (array(
  select ctid from call_counts where tenant_id = $1 and doubled is null and calls <> 7 limit 100));

-- for each tenant
select 1 / (select count(*) from call_counts where tenant_id = $1 and calls = 7 and doubled is not null);`,
  )
  await expect(run()).rejects.toThrow('9001_batches.sql failed: division by zero')
  expect(await sql(`select from schema_migrations where name like '9001%'`)).toEqual([])
  await sqlOfAll('update call_counts set doubled = 14 where calls = 7')
  expect(await run()).toEqual(['9001_batches.sql'])
  const rows = await sqlOfAll(
    'select count(*)::int as all, count(*) filter (where doubled = 2 * calls)::int as done from call_counts',
  )
  expect(rows).toEqual([{ all: 500, done: 500 }])
})

test('an index that an interruption left unfinished is built again', async () => {
  const text =
    '-- without transaction\ncreate unique index concurrently if not exists tried on call_counts (tenant_id, calls)'
  const id = await addTenant(base.connections, 'one')
  await sqlOfAll(`insert into call_counts select '${id}', int4send(n), 1, now() from generate_series(1, 2) n`)
  await add('9001_index.sql', text)
  await expect(run()).rejects.toThrow('could not create unique index')
  await sqlOfAll('update call_counts set calls = 2 where key = int4send(2)')
  expect(await run()).toEqual(['9001_index.sql'])
  expect(await sql(`select from pg_index where indexrelid = 'tried'::regclass and indisvalid`)).toHaveLength(
    1,
  )
  expect(said).toContain('Migration 9001_index.sql: builds the index tried')
})

test('a version works with a newer schema that does not need what it does not know', async () => {
  await add('9001_expand.sql', '-- needs: 0058_tenant_settings.sql\ncreate table later (id uuid)')
  await run()
  await rm(join(folder, '9001_expand.sql'))
  expect(await run()).toEqual([])
  expect(said).toEqual([
    `The database is of a later build of Toptan ${version}, which this one, ${version}, can work with.`,
  ])
  await add('9001_expand.sql', '-- needs: 0058_tenant_settings.sql\ncreate table later (id uuid)')
  await add('9002_contract.sql', 'drop table later')
  await run()
  await rm(join(folder, '9001_expand.sql'))
  await rm(join(folder, '9002_contract.sql'))
  await expect(run()).rejects.toThrow(
    new RegExp(
      String.raw`on \d{4}-\d\d-\d\d by a later build of Toptan ${version} \(9002_contract\.sql\)\. .* start the one that has 9002_contract\.sql or a newer one`,
    ),
  )
  // What no version was noted for, and what the next release would note.
  await sql(`update schema_migrations set version = null where name = '9002_contract.sql'`)
  await expect(run()).rejects.toThrow('by a newer version of Toptan (9002_contract.sql)')
  await sql(`update schema_migrations set version = '17.3.0' where name = '9002_contract.sql'`)
  await expect(run()).rejects.toThrow(
    `by Toptan 17.3.0 (9002_contract.sql). This is Toptan ${version}, which cannot work with it: start Toptan 17.3.0 or a newer one`,
  )
})
