import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { prepared } from '#server/db/statement.ts'
import type { CategoryRow } from '#shared/catalogue/categories.ts'
import { type Client, refusal } from '#test/app.ts'
import { changesOf } from '#test/changes.ts'
import { catalogueRows } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const at = '/api/Shop/'
const app = useApp()
const shop = shopPerTest(app)

async function rows(): Promise<CategoryRow[]> {
  const { status, body } = await shop.admin.post(`${at}GetCategories`, {})
  expect(status).toBe(200)
  expect(body.data.total).toBe(body.data.items.length)
  return body.data.items
}

const readWritten = prepared('select id, full_name, path, is_active from categories where tenant_id = $1')
type Written = { id: string; full_name: string; path: string[]; is_active: boolean }

/** One line per category, checked against the stored paths. */
async function tree(): Promise<string[]> {
  const items = await rows()
  const written = await shop.query<Written>(readWritten)
  const keptOf = new Map(written.map((row) => [row.id, row]))
  const lines = (parentId: string | undefined, above: CategoryRow[]): string[] =>
    items
      .filter((item) => item.parentId === parentId)
      .flatMap((item) => {
        const path = [...above, item]
        const fullName = path.map(({ categoryName }) => categoryName).join(' > ')
        expect(keptOf.get(item.categoryId)).toEqual({
          id: item.categoryId,
          full_name: fullName,
          path: path.map(({ categoryId }) => categoryId),
          is_active: path.every(({ isActive }) => isActive),
        })
        return [fullName, ...lines(item.categoryId, path)]
      })
  const all = lines(undefined, [])
  // Orphans and cycles would be missing.
  expect(all).toHaveLength(items.length)
  return all
}

async function find(fullName: string): Promise<CategoryRow> {
  const items = await rows()
  const found = fullName
    .split(' > ')
    .reduce<CategoryRow | undefined>(
      (parent, name) =>
        items.find((item) => item.categoryName === name && item.parentId === parent?.categoryId),
      undefined,
    )
  if (!found) throw new Error(`No category ${fullName}`)
  return found
}
async function add(categoryName: string, under?: string) {
  const parentId = under ? (await find(under)).categoryId : null
  return shop.admin.post(`${at}AddCategory`, { categoryName, parentId })
}
async function update(fullName: string, change: object) {
  const { categoryId, categoryName, isActive, version } = await find(fullName)
  return shop.admin.post(`${at}UpdateCategory`, { categoryId, categoryName, isActive, version, ...change })
}
async function move(fullName: string, under: string | null, before?: string, change: object = {}) {
  const { categoryId: id, version } = await find(fullName)
  const parentId = under ? (await find(under)).categoryId : null
  const beforeId = before ? (await find(before)).categoryId : null
  return shop.admin.post(`${at}MoveCategory`, { id, version, parentId, beforeId, ...change })
}
async function merge(from: string, into: string) {
  const [{ categoryId: id }, { categoryId: intoId }] = [await find(from), await find(into)]
  return shop.admin.post(`${at}MergeCategory`, { id, intoId })
}
const remove = async (fullName: string) =>
  shop.admin.get(`${at}DeleteCategory`, { id: (await find(fullName)).categoryId })
const shown = async (client: Client = shop.dealer): Promise<string[]> =>
  (await client.get(`${at}GetShopHome`)).body.data.categories.map(
    (one: { categoryName: string }) => one.categoryName,
  )

describe('the tree', () => {
  test('is listed completely, with product counts per category and branch', async () => {
    expect(await tree()).toEqual(['Erkek', 'Erkek > Gömlek', 'Kadın', 'Kadın > Elbise'])
    expect(await find('Kadın')).toMatchObject({ ownCount: 0, productCount: 3, isActive: true, isShown: true })
    expect(await find('Kadın > Elbise')).toMatchObject({ ownCount: 3, productCount: 3, version: 1 })
    const { body } = await shop.admin.post(`${at}GetProducts`, {
      categoryId: (await find('Kadın')).categoryId,
    })
    expect(body.data.total).toBe(3)
  })

  test('adds new categories as last children, once each, and logs them', async () => {
    expect((await add(' Çocuk ')).status).toBe(200)
    expect((await add('Abiye', 'Kadın')).status).toBe(200)
    expect((await add('Uzun', 'Kadın > Abiye')).status).toBe(200)
    expect(await tree()).toEqual([
      'Erkek',
      'Erkek > Gömlek',
      'Kadın',
      'Kadın > Elbise',
      'Kadın > Abiye',
      'Kadın > Abiye > Uzun',
      'Çocuk',
    ])
    expect(await add('Abiye', 'Kadın')).toMatchObject({
      status: 400,
      body: { fields: { categoryName: expect.any(String) } },
    })
    expect((await add('Abiye', 'Erkek')).status).toBe(200)
    expect((await changesOf(app, shop, 'category')).map(({ subjectName }) => subjectName)).toEqual([
      'Çocuk',
      'Kadın > Abiye',
      'Kadın > Abiye > Uzun',
      'Erkek > Abiye',
    ])
  })

  test('has no two categories of a parent that differ only in case; older ones can still be edited', async () => {
    const taken = (name: string) => ({
      status: 400,
      body: { fields: { categoryName: `“${name}” zaten var` } },
    })
    expect(await add('KADIN')).toMatchObject(taken('Kadın'))
    expect(await add('kadin')).toMatchObject(taken('Kadın'))
    expect(await add('ELBİSE', 'Kadın')).toMatchObject(taken('Elbise'))
    expect(await update('Erkek', { categoryName: 'KADIN' })).toMatchObject(taken('Kadın'))
    expect((await update('Kadın', { categoryName: 'KADIN' })).status).toBe(200)
    expect((await add('ELBİSE', 'Erkek')).status).toBe(200)
    expect(await move('Erkek > ELBİSE', 'KADIN')).toMatchObject(taken('Elbise'))
    await shop.update(`categories set name = 'Erkek2', full_name = 'Erkek2' where full_name = 'Erkek'`)
    await shop.update(`categories set name = 'kadın', full_name = 'kadın' where full_name = 'Erkek2'`)
    expect((await update('kadın', { isActive: false })).status).toBe(200)
    expect((await move('kadın', null, 'KADIN')).status).toBe(200)
  })

  test('refuses names that look like paths', async () => {
    for (const name of ['Kadın > Elbise', 'a>b', '>', ' ']) {
      expect(await add(name)).toMatchObject({
        status: 400,
        body: { fields: { categoryName: expect.any(String) } },
      })
    }
    expect(await tree()).toHaveLength(4)
  })

  test('is limited in depth by the length of paths', async () => {
    let under: string | null = null
    const answers = []
    for (let level = 0; level < 20; level += 1) {
      const answer = await shop.admin.post(`${at}AddCategory`, {
        categoryName: 'ş'.repeat(99) + String.fromCharCode(97 + level),
        parentId: under,
      })
      answers.push(answer.body.code ?? answer.status)
      if (answer.status === 200) under = answer.body.data.categoryId
    }
    expect(answers.at(-1)).toBe('category.tooDeep')
    expect(answers).toContain(200)
    await tree()
  })
})

describe('a change', () => {
  test('of a name updates the whole branch; stale changes and taken names are refused', async () => {
    await add('Uzun', 'Kadın > Elbise')
    expect((await update('Kadın', { categoryName: 'Bayan' })).status).toBe(200)
    expect(await tree()).toEqual([
      'Bayan',
      'Bayan > Elbise',
      'Bayan > Elbise > Uzun',
      'Erkek',
      'Erkek > Gömlek',
    ])
    expect(await shown()).toContain('Bayan')
    const found = await shop.dealer.post(`${at}GetProductsBySearch`, {
      searchText: 'bayan',
      orderType: 'Rpt',
    })
    expect(found.body.data.total).toBe(3)
    expect(await update('Erkek', { version: 7 })).toMatchObject(refusal(409, 'record.changed'))
    expect(await update('Erkek', { categoryName: 'Bayan' })).toMatchObject({
      status: 400,
      body: { fields: { categoryName: expect.any(String) } },
    })
    expect((await changesOf(app, shop, 'category')).at(-1)).toMatchObject({
      action: 'changed',
      before: { categoryName: 'Kadın' },
      after: { categoryName: 'Bayan' },
    })
  })

  test('hides and shows a whole branch without changing the switches below', async () => {
    const order = shop.orderBody()
    expect((await update('Kadın', { isActive: false })).status).toBe(200)
    expect(await shown()).toEqual(['Erkek', 'Gömlek'])
    expect(await find('Kadın > Elbise')).toMatchObject({ isActive: true, isShown: false })
    expect(await shop.dealer.post(`${at}PostShopCart`, order)).toMatchObject(
      refusal(409, 'order.lineUnavailable'),
    )
    expect((await update('Kadın > Elbise', { isActive: false })).status).toBe(200)
    expect((await update('Kadın', { isActive: true })).status).toBe(200)
    expect(await find('Kadın > Elbise')).toMatchObject({ isActive: false, isShown: false })
    expect(await shown()).toEqual(['Erkek', 'Gömlek'])
    expect((await update('Kadın > Elbise', { isActive: true })).status).toBe(200)
    expect((await shop.dealer.post(`${at}PostShopCart`, order)).status).toBe(200)
    await tree()
  })

  test('can delete only empty categories', async () => {
    expect(await remove('Kadın > Elbise')).toMatchObject(refusal(409, 'category.notEmpty'))
    await add('Boş')
    await add('Alt', 'Boş')
    expect(await remove('Boş')).toMatchObject(refusal(409, 'category.notEmpty'))
    const { categoryId } = await find('Boş > Alt')
    expect((await remove('Boş > Alt')).status).toBe(200)
    expect((await remove('Boş')).status).toBe(200)
    expect(await shop.admin.get(`${at}DeleteCategory`, { id: categoryId })).toMatchObject({ status: 404 })
    expect(await tree()).toHaveLength(4)
  })

  test('cannot delete the category of a deleted product', async () => {
    const { categoryId } = await find('Kadın > Elbise')
    const { body } = await shop.admin.post(`${at}GetProducts`, { categoryId })
    for (const { id } of body.data.items) await shop.admin.get(`${at}DeleteProduct`, { id })
    expect(await find('Kadın > Elbise')).toMatchObject({ ownCount: 0 })
    expect(await remove('Kadın > Elbise')).toMatchObject(refusal(409, 'category.hasDeleted'))
  })
})

describe('a move', () => {
  test('within a parent sets the order in the shop', async () => {
    expect((await move('Kadın', null, 'Erkek')).status).toBe(200)
    expect((await shown()).filter((name) => name === 'Kadın' || name === 'Erkek')).toEqual(['Kadın', 'Erkek'])
    expect((await move('Kadın', null)).status).toBe(200)
    expect(await tree()).toEqual(['Erkek', 'Erkek > Gömlek', 'Kadın', 'Kadın > Elbise'])
    // A move within a parent is not logged.
    expect(await changesOf(app, shop, 'category')).toEqual([])
  })

  test('under another parent moves the whole branch with its products, and takes over the parent’s visibility', async () => {
    await add('Uzun', 'Kadın > Elbise')
    await update('Erkek', { isActive: false })
    expect((await move('Kadın > Elbise', 'Erkek', 'Erkek > Gömlek')).status).toBe(200)
    expect(await tree()).toEqual([
      'Erkek',
      'Erkek > Elbise',
      'Erkek > Elbise > Uzun',
      'Erkek > Gömlek',
      'Kadın',
    ])
    expect(await find('Erkek')).toMatchObject({ productCount: 6 })
    expect(await shown()).toEqual([])
    expect((await move('Erkek > Elbise', null)).status).toBe(200)
    expect(await shown()).toEqual(['Elbise'])
    expect((await changesOf(app, shop, 'category')).at(-1)).toMatchObject({
      subjectName: 'Erkek > Elbise',
      before: { parent: 'Erkek' },
      after: { parent: '' },
    })
  })

  test('into its own branch, next to a namesake, or based on a stale tree is refused', async () => {
    await add('Elbise')
    expect(await move('Kadın', 'Kadın > Elbise')).toMatchObject(refusal(409, 'category.cycle'))
    expect(await move('Kadın', 'Kadın')).toMatchObject(refusal(409, 'category.cycle'))
    expect(await move('Elbise', 'Kadın')).toMatchObject(refusal(400, 'request.invalid'))
    expect(await move('Elbise', 'Erkek', undefined, { version: 9 })).toMatchObject(
      refusal(409, 'record.changed'),
    )
    expect(await move('Elbise', 'Erkek', 'Kadın > Elbise')).toMatchObject(refusal(409, 'record.changed'))
    expect(await move('Elbise', null, undefined, { parentId: randomUUIDv7() })).toMatchObject({ status: 404 })
    expect(await tree()).toEqual(['Erkek', 'Erkek > Gömlek', 'Kadın', 'Kadın > Elbise', 'Elbise'])
  })

  test('by several users at once keeps the tree intact', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const name of names) await add(name)
    const idOf = new Map((await rows()).map(({ categoryId, categoryName }) => [categoryName, categoryId]))
    const moves = names.flatMap((name) =>
      names
        .filter((other) => other !== name)
        .map((other) => ({ id: idOf.get(name), parentId: idOf.get(other) })),
    )
    const answers = await Promise.all(moves.map((one) => shop.admin.post(`${at}MoveCategory`, one)))
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(await tree()).toHaveLength(10)
  })

  test('and a new category in the moving branch leave correct paths', async () => {
    const { categoryId: parentId } = await find('Kadın > Elbise')
    const { categoryId: intoId } = await find('Erkek')
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, index) =>
        shop.admin.post(`${at}AddCategory`, { categoryName: `Yeni ${index}`, parentId }),
      ),
      shop.admin.post(`${at}MoveCategory`, { id: parentId, parentId: intoId }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200))
    expect((await tree()).filter((line) => line.startsWith('Erkek > Elbise > Yeni'))).toHaveLength(8)
  })
})

describe('a merge', () => {
  test('moves products and subcategories to the other, and merges namesakes', async () => {
    await add('Bayan')
    await add('Elbise', 'Bayan')
    await add('Kısa', 'Bayan > Elbise')
    await add('Etek', 'Bayan')
    await add('Mini', 'Bayan > Etek')
    const answer = await merge('Kadın', 'Bayan')
    expect(answer).toMatchObject({ status: 200, body: { data: { products: 3 } } })
    expect(await tree()).toEqual([
      'Erkek',
      'Erkek > Gömlek',
      'Bayan',
      'Bayan > Elbise',
      'Bayan > Elbise > Kısa',
      'Bayan > Etek',
      'Bayan > Etek > Mini',
    ])
    expect(await find('Bayan > Elbise')).toMatchObject({ ownCount: 3 })
    // Subcategories move as they are, so no product changes its category.
    expect((await merge('Bayan', 'Erkek')).body.data.products).toBe(0)
    expect(await tree()).toEqual([
      'Erkek',
      'Erkek > Gömlek',
      'Erkek > Elbise',
      'Erkek > Elbise > Kısa',
      'Erkek > Etek',
      'Erkek > Etek > Mini',
    ])
    expect((await changesOf(app, shop, 'category')).slice(-2)).toMatchObject([
      { action: 'merged', subjectName: 'Erkek', after: { from: 'Bayan', products: 0 } },
      { action: 'deleted', subjectName: 'Bayan' },
    ])
  })

  test('merges namesakes that differ only in case', async () => {
    await add('Bayan')
    await add('ELBİSE', 'Bayan')
    await add('Kısa', 'Bayan > ELBİSE')
    expect((await merge('Kadın', 'Bayan')).status).toBe(200)
    expect(await tree()).toEqual([
      'Erkek',
      'Erkek > Gömlek',
      'Bayan',
      'Bayan > ELBİSE',
      'Bayan > ELBİSE > Kısa',
    ])
    expect(await find('Bayan > ELBİSE')).toMatchObject({ ownCount: 3 })
  })

  test('into the own parent works, even if all have the same name', async () => {
    await add('Elbise', 'Kadın > Elbise')
    await add('Elbise', 'Kadın > Elbise > Elbise')
    expect((await merge('Kadın > Elbise', 'Kadın')).status).toBe(200)
    expect(await tree()).toEqual([
      'Erkek',
      'Erkek > Gömlek',
      'Kadın',
      'Kadın > Elbise',
      'Kadın > Elbise > Elbise',
    ])
    expect(await find('Kadın')).toMatchObject({ ownCount: 3, productCount: 3 })
  })

  test('into the own branch or itself is refused', async () => {
    expect(await merge('Kadın', 'Kadın > Elbise')).toMatchObject(refusal(409, 'category.cycle'))
    expect((await merge('Kadın', 'Kadın')).status).toBe(400)
    expect(await tree()).toHaveLength(4)
  })
})

test('categories imported below an inactive one are inactive too', async () => {
  await move('Kadın', null, 'Erkek')
  await update('Kadın', { isActive: false })
  const [row] = catalogueRows()
  const more = { ...row, itemCode: 'A9', categoryName: 'Kadın > Bluz > Kısa' }
  const top = { ...row, itemCode: 'A8', categoryName: 'Çanta' }
  await shop.load([more, top])
  expect(await find('Kadın > Bluz > Kısa')).toMatchObject({ isActive: true, isShown: false })
  // New, so behind the sorted ones.
  expect((await tree()).at(-1)).toBe('Çanta')
  expect((await shown()).filter((name) => name !== 'Gömlek')).toEqual(['Erkek', 'Çanta'])
})

test('two thousand categories are listed and moved quickly', async () => {
  const insert = prepared(`
    with top as (
      insert into categories (tenant_id, id, name, full_name, path, updated_at)
      select $1, x.id, x.n::text, x.n::text, array[x.id], $2::timestamptz
      from (select n, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid as id from generate_series(1, 100) n) x
      on conflict do nothing returning id)
    select count(*) from top`)
  const insertBelow = prepared(`
    insert into categories (tenant_id, id, parent_id, name, full_name, path, updated_at)
    select $1, x.id, p.id, 'B' || x.n, p.full_name || ' > B' || x.n, p.path || x.id, $2::timestamptz
    from categories p cross join lateral (
      select n, (substr(p.id::text, 1, 9) || lpad(n::text, 4, '0') || substr(p.id::text, 14))::uuid as id
      from generate_series(1, 20) n) x
    where p.tenant_id = $1 and p.name ~ '^[0-9]+$' on conflict do nothing returning id`)
  await app.database.inTenant(shop.tenantId, 'write', async (tx) => {
    await tx.query(insert, new Date())
    await tx.query(insertBelow, new Date())
  })
  const before = performance.now()
  expect(await rows()).toHaveLength(2104)
  const listed = performance.now()
  expect((await move('1', '2')).status).toBe(200)
  const moved = performance.now()
  expect(await tree()).toContain('2 > 1 > B20')
  // Generous, but too little for anything not set-based.
  expect({ isListed: listed - before < 2000, isMoved: moved - listed < 6000 }).toEqual({
    isListed: true,
    isMoved: true,
  })
})
