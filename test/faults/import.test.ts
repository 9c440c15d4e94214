import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { password } from '#test/factories.ts'
import { killEverything, type ServerProcess, startServer } from './server.ts'
import { articleCount, type ShopFolder, shopFolder } from './shop.ts'

const rows = 6000
/** How long until work that was killed counts as failed, and a while on a busy machine, in milliseconds. */
const patience = 60_000

type Run = {
  state: string
  phase?: string
  problem?: { step: string; code: string }
  can: Record<string, boolean>
}

describe.runIf(process.platform === 'linux')('kill −9 of an import', () => {
  let shop: ShopFolder
  let server: ServerProcess
  let id: string

  beforeAll(async () => {
    shop = await shopFolder(Array.from({ length: articleCount }, () => 20))
    server = await startServer(shop.dataDir)
    id = await upload()
  }, 120_000)
  afterAll(async () => {
    if (server) killEverything(server, shop.cluster)
    await shop?.erase()
  })

  test('in every step leaves the catalogue as it was, says that it failed, and can be begun again', {
    timeout: 400_000,
  }, async () => {
    onTestFailed(() => console.error(server.stderr.slice(-2000)))
    const before = await products()
    const { file } = (await get(`GetImport?id=${id}`)) as { file: { columns: { target: string }[] } }
    const targets = file.columns.map(({ target }) => target)
    await killedIn('CheckImport', { id, targets }, 'comparing')
    // All may be compared before anybody sees that it has begun: what is read is seen from its first moment.
    if (!(await settled()).problem) await killedIn('CheckImport', { id, targets }, 'reading')
    expect(await failed()).toMatchObject({
      state: 'failed',
      problem: { step: 'checking', code: 'stopped' },
      can: { check: true, apply: false },
    })
    await post('CheckImport', { id, targets })
    expect(await settled()).toMatchObject({ state: 'checked' })
    expect(await products()).toBe(before)

    await killedIn('ApplyImport', { id }, 'applying')
    expect(await failed()).toMatchObject({
      state: 'failed',
      problem: { step: 'applying', code: 'stopped' },
      can: { apply: true },
    })
    expect(await products()).toBe(before)
    await post('ApplyImport', { id })
    expect(await settled()).toMatchObject({ state: 'applied' })
    expect(await products()).toBe(before + rows / 4)

    await killedIn('UndoImport', { id }, 'undoing')
    expect(await failed()).toMatchObject({ state: 'applied', problem: { step: 'undoing', code: 'stopped' } })
    expect(await products()).toBe(before + rows / 4)
    await post('UndoImport', { id })
    expect(await settled()).toMatchObject({ state: 'undone', undo: { kept: 0 } })
    expect(await products()).toBe(before)
  })

  /** Begins a step and kills server and database once it is in a phase; then all starts again. */
  async function killedIn(name: string, body: object, phase: string): Promise<void> {
    await post(name, body)
    const isThere = async () => (await run()).phase === phase
    for (let tries = 0; !(await isThere()) && tries < 2000; tries += 1) await sleep(5)
    killEverything(server, shop.cluster)
    await server.ended
    server = await startServer(shop.dataDir)
    token = undefined
  }

  async function settled(): Promise<Run> {
    const until = Date.now() + patience
    for (;;) {
      const now = await run()
      if (!['checking', 'applying', 'undoing'].includes(now.state)) return now
      if (Date.now() > until) throw new Error(`Still ${now.state}`)
      await sleep(100)
    }
  }

  /** The run once it is known that nobody works on it any more; that it was cut off is what the test is about. */
  async function failed(): Promise<Run> {
    const now = await settled()
    expect(now.problem, 'the kill came while it was at work').toBeDefined()
    return now
  }

  const run = async () => (await get(`GetImport?id=${id}`)) as Run
  const products = async () => ((await post('GetProducts', {})) as { total: number }).total

  async function upload(): Promise<string> {
    const lines = Array.from({ length: rows }, (_, index) => {
      const size = ['S', 'M', 'L', 'XL'][index % 4]
      return `F${Math.floor(index / 4)};01;${size};Deneme;Kadın > Elbise;Elbise;${index % 90};${100 + (index % 50)}`
    })
    const header = 'itemCode;colorCode;itemDim1Code;brandName;categoryName;itemDescription;inventory;priceCB'
    const form = new FormData()
    form.set('file', new Blob([[header, ...lines].join('\n')]), 'kill.csv')
    const answer = await fetch(address('PostImportFile'), {
      method: 'POST',
      body: form,
      headers: await bearer(),
    })
    return ((await answer.json()) as { data: { id: string } }).data.id
  }

  let token: string | undefined
  async function bearer(): Promise<{ authorization: string }> {
    token ??= await signedIn()
    return { authorization: `Bearer ${token}` }
  }
  async function signedIn(): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/Account/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })
    return ((await answer.json()) as { token: string }).token
  }
  const address = (name: string) => `http://127.0.0.1:${server.port}/api/Shop/${name}`
  const get = async (name: string) => dataOf(await fetch(address(name), { headers: await bearer() }))
  const post = async (name: string, body: object) => {
    const headers = { ...(await bearer()), 'content-type': 'application/json' }
    return dataOf(await fetch(address(name), { method: 'POST', headers, body: JSON.stringify(body) }))
  }
  async function dataOf(answer: Response): Promise<unknown> {
    const body = (await answer.json()) as { data?: unknown }
    expect([answer.status, body]).toEqual([200, expect.anything()])
    return body.data
  }
})
