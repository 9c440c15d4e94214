import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from './database.ts'
import { addTenant } from './tenant.ts'

/**
 * The rules that keep tenants apart, and the schema loadable on a distributed engine, read from the database's own
 * catalogue: a migration that breaks one fails here, whoever wrote it.
 */
let under: TestDatabase
let owner: pg.Client

/** Without tenants: who the tenants are, when their jobs are due, which migrations ran, and which key is used. */
const global = ['tenants', 'jobs', 'schema_migrations', 'secret_key']

beforeAll(async () => {
  under = await testDatabase()
  owner = new pg.Client(under.connections.owner)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await under.drop()
})

async function names(text: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(text, text.includes('$1') ? [global] : [])
  return rows.map((row) => row.name)
}

const tables = `pg_class t where t.relkind in ('r', 'p') and t.relnamespace = 'public'::regnamespace
  and t.relname <> all ($1)`

test('there are tables to look at', async () => {
  expect((await names(`select relname as name from ${tables}`)).length).toBeGreaterThan(10)
})

test('every table has tenant_id uuid not null', async () => {
  const found = await names(`
    select t.relname as name from ${tables} and not exists (
      select from pg_attribute a where a.attrelid = t.oid and a.attname = 'tenant_id'
        and a.atttypid = 'uuid'::regtype and a.attnotnull)`)
  expect(found).toEqual([])
})

test('tenant_id stands first in every primary key, unique, exclusion and foreign key and in every index', async () => {
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

test('every foreign key but the one to tenants leads to the same tenant', async () => {
  const found = await names(`
    select c.conname as name from pg_constraint c
    where c.contype = 'f' and c.confrelid <> 'tenants'::regclass
      and (select attname from pg_attribute where attrelid = c.confrelid and attnum = c.confkey[1]) <> 'tenant_id'`)
  expect(found).toEqual([])
})

test('row-level security is on and forced, with a policy that checks reads and writes', async () => {
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

test('no trigger, sequence, identity, serial default, SET NULL or ON UPDATE action', async () => {
  const found = await names(`
    select 'trigger ' || tgname as name from pg_trigger where not tgisinternal
    union all select 'sequence ' || relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace
    union all select 'identity ' || attname from pg_attribute a join pg_class t on t.oid = a.attrelid
      where t.relnamespace = 'public'::regnamespace and a.attidentity <> ''
    union all select 'action ' || conname from pg_constraint
      where contype = 'f' and (confdeltype in ('n', 'd') or confupdtype <> 'a')`)
  expect(found).toEqual([])
})

test('the application owns nothing and bypasses nothing', async () => {
  const { rows } = await owner.query(`
    select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
           (select count(*)::int from pg_class where relowner = r.oid) as owned
    from pg_roles r where rolname = 'toptan_app'`)
  expect(rows).toEqual([
    { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owned: 0 },
  ])
})

test('the application adds and deletes no tenant, and writes of its own only what the office decides', async () => {
  const own = await addTenant(under.connections, 'own')
  const other = await addTenant(under.connections, 'other')
  const columns = await names(`select attname as name from pg_attribute
    where attrelid = 'tenants'::regclass and attnum > 0 and not attisdropped`)
  const written = await asApp(own, async (app) => {
    const allowed: string[] = []
    for (const column of columns) {
      await app.query('savepoint before')
      const { rowCount } = await app
        .query(`update tenants set ${column} = ${column} where id = '${own}'`)
        .catch(async (error: Error) => {
          expect(error.message).toBe('permission denied for table tenants')
          await app.query('rollback to savepoint before')
          return { rowCount: 0 }
        })
      if (rowCount === 1) allowed.push(column)
    }
    return allowed
  })
  const kept = ['id', 'key', 'sort_order', 'hosts', 'is_demo', 'is_being_filled', 'created_at']
  expect(written.toSorted()).toEqual(columns.filter((column) => !kept.includes(column)).toSorted())

  for (const statement of [
    'insert into tenants select * from tenants',
    'delete from tenants',
    'truncate tenants',
  ]) {
    await expect(asApp(own, (app) => app.query(statement))).rejects.toThrow(
      'permission denied for table tenants',
    )
  }
  const rename = (where: string) =>
    asApp(own, (app) => app.query(`update tenants set display_name = 'x' ${where}`))
  expect((await rename(`where id = '${other}'`)).rowCount).toBe(0)
  // Whoever forgets which row is held to their own all the same.
  expect((await rename('')).rowCount).toBe(1)
  const { rows } = await owner.query('select key, display_name from tenants order by key')
  expect(rows).toEqual([
    { key: 'other', display_name: 'Wholesaler other' },
    { key: 'own', display_name: 'x' },
  ])
  const nobody = new pg.Client(under.connections.app)
  await nobody.connect()
  await expect(nobody.query(`update tenants set display_name = 'y'`)).rejects.toThrow(/app\.tenant_id/)
  await nobody.end()
})

/** A transaction of the application for a tenant, committed. */
async function asApp<T>(tenantId: string, work: (app: pg.Client) => Promise<T>): Promise<T> {
  const app = new pg.Client(under.connections.app)
  await app.connect()
  try {
    await app.query('begin')
    await app.query(`set local app.tenant_id = '${tenantId}'`)
    const result = await work(app)
    await app.query('commit')
    return result
  } finally {
    await app.end()
  }
}

test('what was changed stays as it was written', async () => {
  const found = await names(`
    select privilege_type as name from information_schema.table_privileges
    where table_name = 'changes' and grantee = 'toptan_app' order by 1`)
  expect(found).toEqual(['INSERT', 'SELECT'])
})

test('without a tenant the application reads and writes nothing', async () => {
  const app = new pg.Client(under.connections.app)
  await app.connect()
  try {
    await expect(app.query('select * from users')).rejects.toThrow(/app\.tenant_id/)
    await app.query('begin')
    await app.query(`set local app.tenant_id = '00000000-0000-7000-8000-000000000000'`)
    await app.query('commit')
    // What a transaction set is gone with it: the next one fails closed again.
    await expect(app.query('select * from orders')).rejects.toThrow()
  } finally {
    await app.end()
  }
})

test('a tenant’s transaction sees when jobs of others are due, and writes its own alone', async () => {
  const [own, other] = [
    await addTenant(under.connections, 'jobs-own'),
    await addTenant(under.connections, 'jobs-other'),
  ]
  const add = (id: string) => `insert into jobs (tenant_id, kind, due_at) values ('${id}', 'photos', now())`
  await asApp(own, (app) => app.query(add(own)))
  await asApp(other, (app) => app.query(add(other)))
  await expect(asApp(own, (app) => app.query(add(other)))).rejects.toThrow(/row-level security|duplicate key/)
  expect((await asApp(own, (app) => app.query('select from jobs'))).rowCount).toBe(2)
  expect((await asApp(own, (app) => app.query('update jobs set attempts = 9'))).rowCount).toBe(1)
  await expect(asApp(own, (app) => app.query('delete from jobs'))).rejects.toThrow('permission denied')
})
