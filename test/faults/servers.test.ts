import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Wholesaler } from '#test/factories.ts'
import { testFolder } from '#test/folder.ts'
import { importClient } from '#test/imports.ts'
import { plainPicture, upload } from '#test/upload.ts'
import { killEverything, startServer, stopServer } from './server.ts'
import { startTwoServers, type TwoServers } from './twoServers.ts'

const header = 'itemCode,colorCode,itemDim1Code,inventory\n'

/** Each has a folder of its own; they share the database and the bucket. */
describe('two servers', { timeout: 60_000 }, () => {
  let both: TwoServers
  let shop: Wholesaler
  const tokens = { admin: '', dealer: '' }
  const at = (index: 0 | 1, user?: keyof typeof tokens) =>
    both.at(index).as(user ? { token: tokens[user] } : {})

  beforeAll(async () => {
    both = await startTwoServers()
    shop = both.shop
    for (const user of ['admin', 'dealer'] as const)
      tokens[user] = String((await shop.signIn(user)).body['token'])
  }, 120_000)
  afterAll(() => both[Symbol.asyncDispose]())

  /** Polls for what must be there within a second. */
  const within = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 1000, interval: 50 })

  test('what one changes in the settings, the other shows within a second', async () => {
    const nameAt = async (index: 0 | 1) => (await at(index).get('/api/Shop/GetAppSettings')).body.displayName
    const stored = (await at(0, 'admin').get('/api/Account/GetTenantSettings')).body.data
    expect(await nameAt(1)).toBe(stored.displayName)
    const displayName = `${stored.displayName} & Co.`
    await at(0, 'admin').post('/api/Account/UpdateTenantSettings', { ...stored, displayName })
    await within(() => nameAt(1)).toBe(displayName)
  })

  test('an order on one takes the stock that the other shows', async () => {
    const stockAt = async (index: 0 | 1) => {
      const { body } = await at(index, 'dealer').post('/api/Shop/GetCategoryProducts', { orderType: 'Rpt' })
      let stock: unknown
      JSON.stringify(body, (_, value) => {
        if (value?.productId === shop.id('A1 S')) stock = value.inventory
        return value
      })
      return stock
    }
    const before = Number(await stockAt(1))
    expect(before).toBeGreaterThan(0)
    const body = shop.orderBody({ lines: { 'A1 S': 1 } })
    expect((await at(0, 'dealer').post('/api/Shop/PostShopCart', body)).status).toBe(200)
    await within(() => stockAt(1)).toBe(before - 1)
  })

  test('a session that ends on one ends on the other', async () => {
    const { token, refreshToken } = (await shop.signIn('dealer')).body as {
      token: string
      refreshToken: string
    }
    const statusAt1 = async () => (await at(1).as({ token }).get('/api/Account/GetUserInfo')).status
    expect(await statusAt1()).toBe(200)
    expect((await at(0).post('/api/Account/Logout', { refreshToken })).status).toBe(200)
    await within(statusAt1).toBe(401)
  })

  test('calls per minute count on both', async () => {
    const statuses: number[] = []
    const picture = await plainPicture(20, 20).png().toBuffer()
    for (let count = 0; count < 21; count += 1)
      statuses.push(
        (await upload(at(count % 2 ? 1 : 0, 'dealer'), '/api/Account/PostAvatar', picture)).status,
      )
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
  })

  test('a file that one took is read, checked, applied and undone by the other', async () => {
    const taking = importClient(both.base as never, { ...shop, admin: at(0, 'admin') })
    const other = importClient(both.base as never, { ...shop, admin: at(1, 'admin') })
    const before = await shop.inventory('A1 S')
    const id = await taking.upload(`${header}A1,01,S,${before + 7}\n`)
    await other.post('RereadImport', { id, headRow: 0 })
    await other.check(id)
    await taking.apply(id, { skipBad: false })
    expect(await shop.inventory('A1 S')).toBe(before + 7)
    await other.undo(id)
    expect(await shop.inventory('A1 S')).toBe(before)
  })

  test('a third that would keep its photos in a folder of its own does not start', async () => {
    const folder = await testFolder()
    const env = Object.fromEntries(Object.entries(both.env).filter(([name]) => !name.startsWith('S3_')))
    await expect(startServer(folder, env)).rejects.toThrow('keeps its photos elsewhere')
    const third = await startServer(folder, both.env)
    expect(await stopServer(third)).toBe(0)
    expect(third.stdout + third.stderr).toContain('has another folder for ERPs')
    // No folder can be there; the server starts all the same, and has nothing to compare.
    const fourth = await startServer(folder, { ...both.env, ERP_FOLDER: '/dev/null/erp' })
    expect(await stopServer(fourth)).toBe(0)
    expect(fourth.stdout + fourth.stderr).not.toContain('another folder for ERPs')
  })

  test('an import goes on where the server that took it is gone', async () => {
    const taking = importClient(both.base as never, { ...shop, admin: at(0, 'admin') })
    const other = importClient(both.base as never, { ...shop, admin: at(1, 'admin') })
    const before = await shop.inventory('A1 M')
    const id = await taking.checked(`${header}A1,01,M,${before + 3}\n`)
    killEverything(both.servers[0], '')
    await both.servers[0].ended
    await other.apply(id, { skipBad: false })
    expect(await shop.inventory('A1 M')).toBe(before + 3)
  })
})
