import { expect, test } from 'vitest'
import { dataOf } from '#test/app.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

const note = async (text: string) => {
  const { status } = await shop.dealer.post('/api/Shop/NoteEmptySearch', { text })
  expect(status).toBe(200)
}
const listed = async (): Promise<string> =>
  (await dataOf(shop.admin.get('/api/Shop/GetEmptySearches')))
    .map(({ text, times }: { text: string; times: number }) => `${text}:${times}`)
    .join(' ')

test('what was not found is counted, whatever its case, and can be taken off the list', async () => {
  for (const text of ['Kimono', 'KİMONO ', 'salvar', '  ', 'kimono']) await note(text)
  expect(await listed()).toBe('kimono:3 salvar:1')
  await shop.admin.post('/api/Shop/ForgetEmptySearch', { text: 'kimono' })
  expect(await listed()).toBe('salvar:1')
})

test('what nobody has searched for long is forgotten', async () => {
  await note('eski')
  await shop.update(`empty_searches set last_at = now() - interval '91 days' where text = 'eski'`)
  await note('yeni')
  expect(await listed()).toBe('yeni:1')
})

test('only the office reads the list', async () => {
  expect((await shop.dealer.get('/api/Shop/GetEmptySearches')).status).toBe(403)
})
