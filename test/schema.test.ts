import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from './database.ts'
import { addTenant } from './tenant.ts'

/** Rules that separate tenants and keep the schema usable on a distributed engine. */
let database: TestDatabase
let owner: pg.Client

const globalTables = [
  'tenants',
  'tenant_hosts',
  'jobs',
  'outbound_waits',
  'mail_servers',
  'servers',
  'backups',
  'operators',
  'operator_sessions',
  'tenant_figures',
  'tenant_usage',
  'tenant_versions',
  'schema_migrations',
  'secret_key',
]

beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client(database.connections.owner)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

async function names(text: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(text, text.includes('$1') ? [globalTables] : [])
  return rows.map((row) => row.name)
}

const tables = `pg_class t where t.relkind in ('r', 'p') and t.relnamespace = 'public'::regnamespace
  and t.relname <> all ($1)`

test('tables are found', async () => {
  expect((await names(`select relname as name from ${tables}`)).length).toBeGreaterThan(10)
})

test('every table has tenant_id uuid not null', async () => {
  const found = await names(`
    select t.relname as name from ${tables} and not exists (
      select from pg_attribute a where a.attrelid = t.oid and a.attname = 'tenant_id'
        and a.atttypid = 'uuid'::regtype and a.attnotnull)`)
  expect(found).toEqual([])
})

test('tenant_id is first in every primary, unique, exclusion and foreign key and every index', async () => {
  const constraints = await names(`
    select c.conname as name from pg_constraint c join ${tables.replace(' where ', ' on c.conrelid = t.oid where ')}
    and c.contype in ('p', 'u', 'x', 'f')
    and (select attname from pg_attribute where attrelid = t.oid and attnum = c.conkey[1]) <> 'tenant_id'`)
  const indexes = await names(`
    select i.indexrelid::regclass::text as name
    from pg_index i join ${tables.replace(' where ', ' on i.indrelid = t.oid where ')}
    and (select attname from pg_attribute where attrelid = t.oid and attnum = i.indkey[0]) is distinct from 'tenant_id'`)
  expect([...constraints, ...indexes]).toEqual([])
})

// Citus adds tables and triggers of its own.
test.skipIf(inject('isDistributed'))(
  'foreign keys stay within the tenant, except those to tenants and operators',
  async () => {
    const found = await names(`
    select c.conname as name from pg_constraint c
    where c.contype = 'f' and c.confrelid not in ('tenants'::regclass, 'operators'::regclass)
      and (select attname from pg_attribute where attrelid = c.confrelid and attnum = c.confkey[1]) <> 'tenant_id'`)
    expect(found).toEqual([])
  },
)

test('row-level security is enabled and forced, with one policy for reads and writes', async () => {
  const unforced = await names(
    `select relname as name from ${tables} and not (t.relrowsecurity and t.relforcerowsecurity)`,
  )
  const rule = `(tenant_id = (current_setting('app.tenant_id'::text))::uuid)`
  const open = await names(`
    select relname as name from ${tables} and not exists (
      select from pg_policy p where p.polrelid = t.oid and p.polcmd = '*' and p.polpermissive
        and pg_get_expr(p.polqual, t.oid) = '${rule.replaceAll("'", "''")}'
        and pg_get_expr(p.polwithcheck, t.oid) = '${rule.replaceAll("'", "''")}')`)
  const extra = await names(`
    select t.relname as name from pg_policy join ${tables.replace(' where ', ' on t.oid = polrelid where ')}
    group by t.relname having count(*) > 1`)
  expect([...unforced, ...open, ...extra]).toEqual([])
})

test.skipIf(inject('isDistributed'))(
  'there is no trigger, sequence, identity, serial default, SET NULL or ON UPDATE action',
  async () => {
    const found = await names(`
    select 'trigger ' || tgname as name from pg_trigger where not tgisinternal
    union all select 'sequence ' || relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace
    union all select 'identity ' || attname from pg_attribute a join pg_class t on t.oid = a.attrelid
      where t.relnamespace = 'public'::regnamespace and a.attidentity <> ''
    union all select 'action ' || conname from pg_constraint
      where contype = 'f' and (confdeltype in ('n', 'd') or confupdtype <> 'a')`)
    expect(found).toEqual([])
  },
)

test('the application role owns nothing and bypasses nothing', async () => {
  const { rows } = await owner.query(`
    select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
           (select count(*)::int from pg_class where relowner = r.oid) as owned
    from pg_roles r where rolname = 'toptan_app'`)
  expect(rows).toEqual([
    { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owned: 0 },
  ])
})

test('the application role cannot change tenants and their host names, and updates only its own settings', async () => {
  const own = await addTenant(database.connections, 'own')
  const other = await addTenant(database.connections, 'other')
  for (const table of ['tenants', 'tenant_hosts', 'tenant_settings']) {
    const statements = [
      `insert into ${table} select * from ${table}`,
      `delete from ${table}`,
      `truncate ${table}`,
      ...(table === 'tenant_settings'
        ? []
        : [`update ${table} set ${table === 'tenants' ? 'key = key' : 'name = name'}`]),
    ]
    for (const statement of statements)
      await expect(asApp(own, (app) => app.query(statement))).rejects.toThrow(
        `permission denied for table ${table}`,
      )
  }
  const rename = (where: string) =>
    asApp(own, (app) => app.query(`update tenant_settings set display_name = 'x' ${where}`))
  expect((await rename(`where tenant_id = '${other}'`)).rowCount).toBe(0)
  // The policy limits an update without a condition.
  expect((await rename('')).rowCount).toBe(1)
  const nameOf = async (tenant: string) =>
    (await asApp(tenant, (app) => app.query('select display_name as name from tenant_settings'))).rows
  expect(await nameOf(own)).toEqual([{ name: 'x' }])
  expect(await nameOf(other)).toEqual([{ name: 'Wholesaler other' }])
  const withoutTenant = new pg.Client(database.connections.app)
  await withoutTenant.connect()
  await expect(withoutTenant.query(`update tenant_settings set display_name = 'y'`)).rejects.toThrow(
    /app\.tenant_id/,
  )
  await withoutTenant.end()
})

async function asApp<T>(tenantId: string, run: (app: pg.Client) => Promise<T>): Promise<T> {
  const app = new pg.Client(database.connections.app)
  await app.connect()
  try {
    await app.query('begin')
    await app.query(`set local app.tenant_id = '${tenantId}'`)
    const result = await run(app)
    await app.query('commit')
    return result
  } finally {
    await app.end()
  }
}

test('changes cannot be updated or deleted', async () => {
  const found = await names(`
    select privilege_type as name from information_schema.table_privileges
    where table_name = 'changes' and grantee = 'toptan_app' order by 1`)
  expect(found).toEqual(['INSERT', 'SELECT'])
})

test('without a tenant the application role reads and writes nothing', async () => {
  const app = new pg.Client(database.connections.app)
  await app.connect()
  try {
    await expect(app.query('select * from users')).rejects.toThrow(/app\.tenant_id/)
    await app.query('begin')
    await app.query(`set local app.tenant_id = '00000000-0000-7000-8000-000000000000'`)
    await app.query('commit')
    await expect(app.query('select * from orders')).rejects.toThrow()
  } finally {
    await app.end()
  }
})

test('a tenant sees due times of all jobs, but writes only its own', async () => {
  const [own, other] = [
    await addTenant(database.connections, 'jobs-own'),
    await addTenant(database.connections, 'jobs-other'),
  ]
  const add = (id: string) => `insert into jobs (tenant_id, kind, due_at) values ('${id}', 'photos', now())`
  await asApp(own, (app) => app.query(add(own)))
  await asApp(other, (app) => app.query(add(other)))
  await expect(asApp(own, (app) => app.query(add(other)))).rejects.toThrow(/row-level security|duplicate key/)
  expect((await asApp(own, (app) => app.query(`select from jobs where kind = 'photos'`))).rowCount).toBe(2)
  expect(
    (await asApp(own, (app) => app.query(`update jobs set attempts = 9 where kind = 'photos'`))).rowCount,
  ).toBe(1)
  await expect(asApp(own, (app) => app.query('delete from jobs'))).rejects.toThrow('permission denied')
})
