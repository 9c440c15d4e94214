import { expect, test } from 'vitest'
import { client, refusal } from '#test/app.ts'
import { newShop, secondServer, useApp } from '#test/useShop.ts'
import { openCallPace } from './callPace.ts'

const app = useApp()

test('a user who calls all the time is refused until the minute is over, and nobody else is', async () => {
  const shop = await newShop(app)
  const { port } = await secondServer(app, { callsPerMinute: 20 })
  const at = client(port, { host: `${shop.key}.localhost` })
  const asUser = async (name: string) => {
    const { token } = (await shop.signIn(name)).body
    return at.as({ headers: { authorization: `Bearer ${token}` } })
  }
  const [dealer, admin] = [await asUser('dealer'), await asUser('admin')]
  const answers = []
  // Reads, what is not allowed, and what is no input count alike.
  for (let call = 0; call < 7; call += 1)
    answers.push(
      await dealer.get('/api/Shop/GetShopHome'),
      await dealer.post('/api/Account/GetSystemUsers'),
      await dealer.post('/api/Shop/GetProductsByIds', { nonsense: true }),
    )
  expect(answers.slice(0, 20).filter(({ status }) => status === 429)).toEqual([])
  expect(answers[20]).toMatchObject({
    ...refusal(429, 'request.tooMany'),
    headers: { 'retry-after': expect.stringMatching(/^[1-6]?\d$/) },
  })
  expect((await admin.get('/api/Shop/GetShopHome')).status).toBe(200)
})

test('visitors at one address have more together, in each wholesaler’s shop', () => {
  const pace = openCallPace(2)
  const now = new Date()
  const visitor = { tenantId: 'one', userId: undefined, address: '192.0.2.1' }
  for (let call = 0; call < 10; call += 1) pace(visitor, now)
  expect(() => pace(visitor, now)).toThrow('request.tooMany')
  pace({ ...visitor, tenantId: 'other' }, now)
  pace({ ...visitor, userId: 'x' }, now)
  pace(visitor, new Date(now.getTime() + 60_000))
})
