import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { projectFolder } from '#server/projectFolder.ts'
import { client, dataOf } from '#test/app.ts'
import { startHttpErp } from '#test/erp/httpErp.ts'
import { freePort } from '#test/freePort.ts'
import { startMailServer } from '#test/mailServer.ts'
import { orderOf, placeOnce, signIn } from './dealer.ts'
import { startServer, stopServer } from './server.ts'
import { articleCount, createShopFolder } from './shop.ts'
import { connect } from './storedOrders.ts'

const secret = 'a secret that both sides know'
const mailCount = 1000

/** As on a terminal, beside the running server. @throws with what it says, if it does not exit with this code */
async function command(name: 'doctor' | 'listJobs', dataDir: string, code: number): Promise<string> {
  const child = spawn(process.execPath, [`src/server/commands/${name}.ts`], {
    cwd: projectFolder,
    env: { ...process.env, DATABASE_URL: '', CUSTOMER_KEY: '', DATA_DIR: dataDir },
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  const [exitCode, said, complained] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (exitCode !== code) throw new Error(`${name} exited with ${exitCode}:\n${said}${complained}`)
  return said
}

test('an ERP and a mail server that are down are told of, once each, and so is their return', {
  timeout: 240_000,
}, async () => {
  const shop = await createShopFolder(Array<number>(articleCount).fill(1000))
  onTestFinished(() => shop.erase())
  const [mailPort, erpPort, metricsPort] = [await freePort(), await freePort(), await freePort()]
  // Two processes share what they find out.
  const server = await startServer(shop.dataDir, {
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    ERP_NETWORKS: '127.0.0.1',
    METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
    PROCESSES: '2',
  })
  onTestFinished(async () => void (await stopServer(server)))
  const database = await connect(shop)
  onTestFinished(() => database.end())
  const logged = () =>
    server.stderr
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => (JSON.parse(line) as { msg: string }).msg)
      .filter((line) => /ERP|mail/i.test(line))
  const metric = async (name: string) => {
    const lines = (await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).split('\n')
    return Number(
      lines
        .find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
        ?.split(' ')
        .at(-1),
    )
  }
  /** Time that passes, for everything that waits. */
  const pass = async (minutes: number) => {
    const ago = `- interval '${minutes} minutes'`
    await database.query(`
      update order_mails set created_at = created_at ${ago}, next_attempt_at = next_attempt_at ${ago} where state = 'pending';
      update order_transfers set requested_at = requested_at ${ago};
      update erp_states set failing_since = failing_since ${ago}, next_try_at = '-infinity';
      update outbound_waits set failing_since = failing_since ${ago}, oldest_at = oldest_at ${ago};
      update mail_servers set failing_since = failing_since ${ago}, next_try_at = next_try_at ${ago};
      update jobs set due_at = now() where kind in ('orderMails', 'erpTransfer', 'erpCare') and held_until <= now()`)
    await sleep(100)
  }
  const passUntil = async (isSo: () => boolean | Promise<boolean>) => {
    await expect
      .poll(async () => (await isSo()) || (await pass(1).then(() => false)), {
        timeout: 60_000,
        interval: 100,
      })
      .toBe(true)
  }

  const admin = client(server.port, {}).as({ token: await signIn(server.port, 'admin') })
  const url = `http://127.0.0.1:${erpPort}/erp`
  await dataOf(
    admin.post('/api/Erp/SaveLink', { kind: 'http', isAutomatic: true, settings: { url }, secret }),
  )
  await database.query(`update accounts set email = 'account@example.com'`)
  const token = await signIn(server.port)
  await placeOnce(server.port, token, orderOf(shop.articles, [{ article: 0, qty: 1 }]))
  await database.query(
    `insert into order_mails (tenant_id, id, order_id, order_version, kind, recipient, language, next_attempt_at, created_at)
     select tenant_id, gen_random_uuid(), order_id, order_version, kind, n || recipient, language, now(), now()
     from order_mails cross join generate_series(1, $1) n`,
    [mailCount - 1],
  )

  await passUntil(() => logged().length >= 2)
  for (let time = 0; time < 40; time += 1) await pass(6)
  expect(logged().toSorted()).toEqual([
    `The ERP of faults (127.0.0.1:${erpPort}) fails: No server answers at 127.0.0.1:${erpPort}. 1 order waits for it.`,
    `The mail server 127.0.0.1:${mailPort} takes no mails: No server answers there (ECONNREFUSED). Mails wait until it does.`,
  ])
  const { rows } = await database.query<{ tries: number }>(
    'select least(m.failures, e.failures) as tries from mail_servers m, erp_states e',
  )
  expect(rows[0]?.tries).toBeGreaterThan(10)

  const ill = await command('doctor', shop.dataDir, 1)
  expect(ill).toMatch(
    /^ERP +faults \(127\.0\.0\.1:\d+\) fails since .* UTC: No server answers at 127\.0\.0\.1:\d+\n +1 order to send, the oldest since/m,
  )
  expect(ill).toMatch(
    /^mail +127\.0\.0\.1:\d+ fails since .* UTC: No server answers there \(ECONNREFUSED\)\n +1,000 mails to send/m,
  )
  expect(ill).toMatch(
    /^! The ERP of faults \(127\.0\.0\.1:\d+\) has failed since .* UTC: No server answers .*\. 1 order waits for it\.$/m,
  )
  expect(ill).toMatch(
    /^! The mail server 127\.0\.0\.1:\d+ has taken no mails since .* \(ECONNREFUSED\)\. 1,000 mails wait\.$/m,
  )
  const waiting = await command('listJobs', shop.dataDir, 0)
  expect(waiting).toMatch(
    /^faults +orders +1 wait, the oldest for \d+ h; 127\.0\.0\.1:\d+, fails for \d+ h: No server answers/m,
  )
  expect(waiting).toMatch(
    /^faults +mails +1,000 wait, the oldest for \d+ h; 127\.0\.0\.1:\d+, fails for \d+ h: No server answers there/m,
  )
  expect(await metric('toptan_erp_links_down')).toBe(1)
  expect(await metric('toptan_erp_orders_waiting')).toBe(1)
  expect(await metric('toptan_erp_oldest_waiting_order_seconds')).toBeGreaterThan(900)
  expect(await metric('toptan_mail_servers_down')).toBe(1)
  expect(await metric('toptan_mails_waiting{state="unsent"}')).toBe(mailCount)
  expect(await metric('toptan_mails_oldest_waiting_seconds{state="unsent"}')).toBeGreaterThan(900)
  expect(await metric('toptan_mails_waiting{state="refused"}')).toBe(0)

  const mailServer = await startMailServer(mailPort)
  onTestFinished(() => mailServer.close())
  const erp = await startHttpErp(erpPort, secret)
  onTestFinished(() => erp.close())
  await passUntil(() => logged().length >= 4)
  await expect.poll(() => mailServer.received.length, { timeout: 30_000 }).toBeGreaterThan(50)
  await database.query(`update order_mails set state = 'dropped' where state = 'pending'`)
  for (let time = 0; time < 10; time += 1) await pass(1)
  expect(erp.orders.size).toBe(1)
  expect(logged().slice(2).toSorted()).toEqual([
    expect.stringMatching(/^The ERP of faults \(127\.0\.0\.1:\d+\) works again, after \d+ h\.$/),
    expect.stringMatching(/^The mail server 127\.0\.0\.1:\d+ takes mails again, after \d+ h\.$/),
  ])
  const well = await command('doctor', shop.dataDir, 1)
  expect(well.match(/^! .*$/gm)).toEqual(['! There is no backup.'])
  expect(await command('listJobs', shop.dataDir, 0)).not.toContain('servers outside')
  expect(await metric('toptan_erp_links_down')).toBe(0)
  expect(await metric('toptan_erp_oldest_waiting_order_seconds')).toBe(0)
  expect(await metric('toptan_mail_servers_down')).toBe(0)
  expect(await metric('toptan_mails_waiting{state="unsent"}')).toBe(0)
})
