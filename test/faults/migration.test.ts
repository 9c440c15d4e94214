import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { projectFolder } from '#server/projectFolder.ts'
import { orderBody } from '#test/factories.ts'
import { testFolder } from '#test/folder.ts'
import { asSuperuser } from '../bench/seed.ts'
import { sendOrder } from './dealer.ts'
import { startTwoServers } from './twoServers.ts'

const lineCount = 10_000_000
const linesPerOrder = 10_000

/** What a change of a large table needs: a column, an index, a value in many rows, a constraint over all. */
const migrations = {
  '9001_column.sql': `-- needs: 0059_servers.sql
    alter table order_lines add column noted text;`,
  '9002_index.sql': `-- needs: 0059_servers.sql
    -- without transaction
    create index concurrently if not exists order_lines_unnoted on order_lines (tenant_id)
      where noted is null and line_no <= ${linesPerOrder / 10};`,
  '9003_batches.sql': `-- needs: 0059_servers.sql
    -- without transaction
    -- for each tenant
    -- repeat
    update order_lines set noted = '' where tenant_id = $1 and ctid = any (array(
      select ctid from order_lines
      where tenant_id = $1 and noted is null and line_no <= ${linesPerOrder / 10} limit 5000));`,
  '9004_constraint.sql': `-- needs: 0059_servers.sql
    -- without transaction
    alter table order_lines drop constraint if exists order_lines_noted;
    alter table order_lines add constraint order_lines_noted check (noted is null or noted = '') not valid;
    alter table order_lines validate constraint order_lines_noted;`,
}

test(`a migration of ${lineCount} order lines fails no order`, { timeout: 1_800_000 }, async () => {
  await using both = await startTwoServers()
  const { base, shop } = both
  await shop.query('update variants set inventory = 1000000 where tenant_id = $1')
  const { token } = (await shop.signIn('dealer')).body as { token: string }
  const order = (index: number) => {
    const body = orderBody({ lines: [[shop.id('A1 S'), 1, 100]] })
    const { port } = both.servers[index % 2 === 0 ? 0 : 1]
    return sendOrder(port, token, body)
  }
  expect((await order(0)).status).toBe(200)
  await asSuperuser(base.connections, async (client) => {
    await copyRows(client, 'orders', shop.tenantId, lineCount / linesPerOrder, {
      id: 'uuidv7()',
      guid_key: 'uuidv7()',
      number: '1000000 + n',
    })
    await client.query(
      `create temp table copied on commit drop as select id from orders where tenant_id = $1 and number > 1000000`,
      [shop.tenantId],
    )
    await copyRows(
      client,
      'order_lines',
      shop.tenantId,
      linesPerOrder,
      {
        order_id: 'copied.id',
        variant_id: 'uuidv7()',
        line_no: 'n',
      },
      'cross join copied',
    )
  })

  const folder = await testFolder()
  await cp(join(projectFolder, 'db/migrations'), folder, { recursive: true })
  const over = new AbortController()
  onTestFinished(() => over.abort())
  const failures: string[] = []
  const tookMs: number[] = []
  const placing = Array.from({ length: 8 }, async (_, index) => {
    while (!over.signal.aborted) {
      const begunAt = performance.now()
      try {
        const answer = await order(index)
        const text = await answer.text()
        if (answer.status !== 200) failures.push(`${answer.status} ${text}`)
      } catch (error) {
        failures.push((error as Error).message)
      }
      tookMs.push(performance.now() - begunAt)
    }
  })
  const said: string[] = []
  const stepMs: Record<string, number> = {}
  const begunAt = performance.now()
  for (const [name, text] of Object.entries(migrations)) {
    await writeFile(join(folder, name), text.replaceAll(/^ +/gm, ''))
    const stepBegunAt = performance.now()
    expect(await migrate(base.connections, { folder, log: (line) => said.push(line) })).toEqual([name])
    stepMs[name] = Math.round(performance.now() - stepBegunAt)
  }
  over.abort()
  await Promise.all(placing)
  tookMs.sort((one, other) => one - other)
  const at = (part: number) => Math.round(tookMs[Math.floor((tookMs.length - 1) * part)] ?? 0)
  console.log({
    seconds: Math.round((performance.now() - begunAt) / 1000),
    stepMs,
    orders: tookMs.length,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    longestMs: at(1),
    said: said.filter((line) => !line.includes(' rows')),
  })
  expect(failures).toEqual([])
  const [books] = await shop.query<{ numbers: number; last: number; noted: number }>(
    `select count(distinct o.number)::int as numbers, max(o.number)::int - 1000 as last,
       (select count(*)::int from order_lines where tenant_id = $1 and noted = '') as noted
     from orders o where o.tenant_id = $1 and o.number < 1000000`,
  )
  expect(books).toEqual({ numbers: tookMs.length + 1, last: tookMs.length + 1, noted: expect.any(Number) })
  expect(books?.noted).toBeGreaterThanOrEqual(lineCount / 10)
})

/** Each row of the tenant `times` times, some columns another. */
async function copyRows(
  client: pg.Client,
  table: string,
  tenantId: string,
  times: number,
  columns: Record<string, string>,
  joined = '',
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => columns[name] ?? `t.${pg.escapeIdentifier(name)}`)
  await client.query(
    `insert into ${table} (${names.map((name) => pg.escapeIdentifier(name)).join(', ')})
     select ${values.join(', ')} from ${table} t ${joined} cross join generate_series(1, ${times}) n
     where t.tenant_id = $1`,
    [tenantId],
  )
}
