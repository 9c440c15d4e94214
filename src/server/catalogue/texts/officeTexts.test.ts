import { describe, expect, test } from 'vitest'
import { dataOf, refusal } from '#test/app.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

const post = (path: string, body: object) => dataOf(shop.admin.post(`/api/Shop/${path}`, body))
const coverage = () => dataOf(shop.admin.get('/api/Shop/GetTextCoverage'))
const save = (texts: object[]) => post('SaveTexts', { texts })

describe('texts of the catalogue', () => {
  test('are listed by kind with proposals, those that lack a translation first', async () => {
    await save([{ kind: 'category', source: 'Elbise', texts: { en: 'Gown', ru: 'Наряд' } }])
    const { items, total } = await post('GetTexts', { kind: 'category' })
    expect(total).toBe(4)
    expect(items).toEqual([
      {
        kind: 'category',
        source: 'Erkek',
        texts: {},
        accepted: [],
        proposals: { en: 'Men', ru: expect.any(String) },
      },
      expect.objectContaining({ source: 'Gömlek' }),
      expect.objectContaining({ source: 'Kadın' }),
      {
        kind: 'category',
        source: 'Elbise',
        texts: { en: 'Gown', ru: 'Наряд' },
        accepted: [],
        proposals: {},
      },
    ])
    expect((await post('GetTexts', { kind: 'category', state: 'missing' })).total).toBe(3)
    expect((await post('GetTexts', { kind: 'category', search: 'НАРЯД' })).items).toHaveLength(1)
    expect((await post('GetTexts', { kind: 'item', state: 'proposed' })).items[0]).toMatchObject({
      source: 'Ürün A1',
      proposals: { en: expect.stringContaining('A1') },
    })
    expect((await post('GetTexts', { kind: 'category', limit: 2, page: 2 })).items[1]?.source).toBe('Elbise')
  })

  test('written by somebody else meanwhile are not overwritten', async () => {
    const first = await save([{ kind: 'color', source: 'Siyah', texts: { en: 'Jet' }, was: { en: '' } }])
    expect(first).toEqual({ changeSetId: expect.any(String), refused: [] })
    const second = await save([
      { kind: 'color', source: 'Siyah', texts: { en: 'Black' }, was: { en: '' } },
      { kind: 'category', source: 'Elbise', texts: { en: 'Dress' }, was: { en: '' } },
    ])
    expect(second).toEqual({
      changeSetId: expect.any(String),
      refused: [{ kind: 'color', source: 'Siyah', texts: { en: 'Jet' } }],
    })
    expect(await save([{ kind: 'color', source: 'Siyah', texts: { en: 'Jet' } }])).toEqual({ refused: [] })
    expect(await post('UndoChanges', { id: first.changeSetId })).toMatchObject({ restored: 1, kept: 0 })
    expect((await post('GetTexts', { kind: 'color' })).items[0]).toMatchObject({ texts: {} })
  })

  test('are refused where a file could not say them, and removed by the mark of files', async () => {
    const path = { kind: 'category', source: 'Elbise', texts: { en: 'Women > Dress' } }
    expect(await shop.admin.post('/api/Shop/SaveTexts', { texts: [path] })).toMatchObject(
      refusal(400, 'request.invalid'),
    )
    await save([{ ...path, texts: { en: 'Dress' } }])
    await save([{ ...path, texts: { en: '-' } }])
    expect((await post('GetTexts', { kind: 'category', source: 'Elbise' })).items).toMatchObject([
      { texts: {} },
    ])
  })

  test('are accepted as proposed all at once, and counted by kind and language', async () => {
    await save([{ kind: 'category', source: 'Elbise', texts: { en: 'Gown' } }])
    const before = await coverage()
    expect(before.languages).toEqual(['en', 'ru'])
    expect(before.kinds.find(({ kind }: { kind: string }) => kind === 'category')).toEqual({
      kind: 'category',
      total: 4,
      translated: { en: 1, ru: 0 },
      proposed: { en: 3, ru: 4 },
    })
    const { count, changeSetId } = await post('AcceptTextProposals', { kind: 'category', language: 'en' })
    expect(count).toBe(3)
    expect((await coverage()).kinds.find(({ kind }: { kind: string }) => kind === 'category')).toMatchObject({
      translated: { en: 4, ru: 0 },
      proposed: { en: 0, ru: 4 },
    })
    const { items } = await post('GetTexts', { kind: 'category', search: 'Elbise' })
    expect(items[0].texts).toEqual({ en: 'Gown' })
    await post('UndoChanges', { id: changeSetId })
    expect(await coverage()).toEqual(before)
  })

  test('that read alike everywhere are not asked for', async () => {
    const { kinds } = await coverage()
    const totals = Object.fromEntries(
      kinds.map(({ kind, total }: { kind: string; total: number }) => [kind, total]),
    )
    // Sizes S and M, their lots, and brands without Turkish letters need no translation.
    expect(totals).toMatchObject({ size: 0, lot: 0, brand: 0, color: 1 })
  })
})

describe('terms of the tenant', () => {
  const proposal = async () =>
    (await post('GetTexts', { kind: 'color' })).items.find(
      ({ source }: { source: string }) => source === 'Siyah',
    ).proposals.en

  test('go before those that come with the product', async () => {
    expect(await proposal()).toBe('Black')
    const { id, version } = await post('SaveTerm', {
      role: 'word',
      wordings: { tr: 'siyah; = kara', en: 'jet black' },
    })
    expect(await proposal()).toBe('Jet Black')
    expect((await post('GetTerms', { search: 'KARA' })).items[0]).toEqual({
      id,
      version,
      role: 'word',
      wordings: { tr: 'siyah; = kara', en: 'jet black' },
    })
    expect((await post('GetTerms', { isOwn: true })).total).toBe(1)
    expect((await post('GetTerms', { search: 'giacca' })).items.length).toBeGreaterThan(0)
    const changed = { id, version, role: 'word', wordings: { tr: 'siyah', en: 'coal' } }
    await post('SaveTerm', changed)
    expect(await proposal()).toBe('Coal')
    expect(await shop.admin.post('/api/Shop/SaveTerm', changed)).toMatchObject(refusal(409, 'record.changed'))
    // Saves a known id without the version that was read.
    const { version: _read, ...unread } = changed
    expect(await post('SaveTerm', unread)).toEqual({ id, version: version + 2 })
    await post('DeleteTerm', { id })
    expect((await shop.admin.post('/api/Shop/SaveTerm', unread)).status).toBe(404)
    expect(await proposal()).toBe('Black')
  })

  test('need a wording in the main language', async () => {
    const answer = await shop.admin.post('/api/Shop/SaveTerm', { role: 'word', wordings: { en: 'black' } })
    expect(answer).toMatchObject(
      refusal(400, 'request.invalid', { fields: { 'wordings.tr': expect.any(String) } }),
    )
  })
})
