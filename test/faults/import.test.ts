import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { embeddedConnections } from '#server/db/connection.ts'
import { type Client, client, dataOf } from '#test/app.ts'
import { upload } from '#test/upload.ts'
import { signIn } from './dealer.ts'
import { killEverything, type ServerProcess, startServer } from './server.ts'
import { articleCount, createShopFolder, type ShopFolder } from './shop.ts'

/** Writers waiting for a lock on a table. */
const waiting = `select from pg_locks where relation = $1::regclass and not granted and mode = 'RowExclusiveLock'`
const rowCount = 6000
/** Long enough for killed work to count as failed on a busy machine. */
const timeoutMs = 60_000

type Run = {
  state: string
  problem?: { step: string; code: string }
  can: Record<string, boolean>
}

describe.runIf(process.platform === 'linux')('an import killed with SIGKILL', () => {
  let shop: ShopFolder
  let server: ServerProcess
  let id: string

  beforeAll(async () => {
    shop = await createShopFolder(Array.from({ length: articleCount }, () => 20))
    server = await startServer(shop.dataDir)
    id = await sendFile()
  }, 120_000)
  afterAll(async () => {
    if (server) killEverything(server, shop.cluster)
    await shop?.erase()
  })

  test('in any step leaves the catalogue unchanged, reports the failure and can be restarted', {
    timeout: 400_000,
  }, async () => {
    onTestFailed(() => console.error(server.stderr.slice(-2000)))
    const before = await products()
    const { file } = (await get(`GetImport?id=${id}`)) as { file: { columns: { target: string }[] } }
    const targets = file.columns.map(({ target }) => target)
    await killDuring('CheckImport', { id, targets }, 'catalogue_changes')
    expect(await whenSettled()).toMatchObject({
      state: 'failed',
      problem: { step: 'checking', code: 'stopped' },
      can: { check: true, apply: false },
    })
    await post('CheckImport', { id, targets })
    expect(await whenSettled()).toMatchObject({ state: 'checked' })
    expect(await products()).toBe(before)

    await killDuring('ApplyImport', { id }, 'variants')
    expect(await whenSettled()).toMatchObject({
      state: 'failed',
      problem: { step: 'applying', code: 'stopped' },
      can: { apply: true },
    })
    expect(await products()).toBe(before)
    await post('ApplyImport', { id })
    expect(await whenSettled()).toMatchObject({ state: 'applied' })
    expect(await products()).toBe(before + rowCount / 4)

    await killDuring('UndoImport', { id }, 'variants')
    expect(await whenSettled()).toMatchObject({
      state: 'applied',
      problem: { step: 'undoing', code: 'stopped' },
    })
    expect(await products()).toBe(before + rowCount / 4)
    await post('UndoImport', { id })
    expect(await whenSettled()).toMatchObject({ state: 'undone', undo: { kept: 0 } })
    expect(await products()).toBe(before)
  })

  /** Starts a step and kills server and database while it waits for our lock on `table`. */
  async function killDuring(
    name: string,
    body: object,
    table: 'variants' | 'catalogue_changes',
  ): Promise<void> {
    const other = await connectToCluster()
    await other.query(`begin; lock table ${table} in share row exclusive mode`)
    await post(name, body)
    const isWaiting = async () => (await other.query(waiting, [table])).rowCount === 1
    const until = Date.now() + timeoutMs
    while (!(await isWaiting()) && Date.now() < until) await sleep(5)
    expect(await isWaiting()).toBe(true)
    killEverything(server, shop.cluster)
    await server.ended
    server = await startServer(shop.dataDir)
    token = undefined
  }

  async function connectToCluster(): Promise<pg.Client> {
    const [, , , port, host = ''] = (await readFile(join(shop.cluster, 'postmaster.pid'), 'utf8')).split('\n')
    const connection = new pg.Client(embeddedConnections(host, Number(port)).owner)
    // The database's end breaks the connection.
    connection.on('error', () => {})
    await connection.connect()
    return connection
  }

  async function whenSettled(): Promise<Run> {
    const until = Date.now() + timeoutMs
    for (;;) {
      const now = await run()
      if (!['checking', 'applying', 'undoing'].includes(now.state)) return now
      if (Date.now() > until) throw new Error(`Still ${now.state}`)
      await sleep(100)
    }
  }

  const run = async () => (await get(`GetImport?id=${id}`)) as Run
  const products = async () => ((await post('GetProducts', {})) as { total: number }).total

  async function sendFile(): Promise<string> {
    const lines = Array.from({ length: rowCount }, (_, index) => {
      const size = ['S', 'M', 'L', 'XL'][index % 4]
      return `F${Math.floor(index / 4)};01;${size};Deneme;Kadın > Elbise;Elbise;${index % 90};${100 + (index % 50)}`
    })
    const header = 'itemCode;colorCode;itemDim1Code;brandName;categoryName;itemDescription;inventory;priceCB'
    const content = Buffer.from([header, ...lines].join('\n'))
    const sent = upload(await office(), '/api/Shop/PostImportFile', content, 'kill.csv')
    return (await dataOf(sent)).id
  }

  let token: string | undefined
  async function office(): Promise<Client> {
    token ??= await signIn(server.port, 'admin')
    return client(server.port, {}).as({ token })
  }
  const get = async (name: string) => dataOf((await office()).get(`/api/Shop/${name}`))
  const post = async (name: string, body: object) => dataOf((await office()).post(`/api/Shop/${name}`, body))
})
