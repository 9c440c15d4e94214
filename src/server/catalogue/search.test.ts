import { beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { prepared } from '#server/db/statement.ts'
import { foldForSearch } from '#shared/text/text.ts'
import { runSql } from '#test/database.ts'
import { wholesaler } from '#test/factories.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app, 'search')

/** Columns: item code, name, colour, category, brand, attribute, barcode. */
const products = [
  ['T1', 'İNCE KEMER', 'Yeşil', 'Aksesuar', 'Çınar', 'Kışlık', '8690000000017'],
  ['T2', 'ince çorap', 'Kırmızı', 'Aksesuar', 'Çınar', 'Yazlık', '8690000000024'],
  ['T3', 'İstanbul gömlek', 'Mavi', 'Erkek > Gömlek', 'Bora', 'Yazlık', ''],
  ['T4', 'ısparta halı', 'Bordo', 'Ev > Halı', 'Bora', 'Kışlık', ''],
  ['T5', 'Ёлка зимняя КУРТКА', 'Чёрный', 'Erkek > Mont', 'Север', '', ''],
  ['T6', 'قميص أحمر مُـزَخرَف', 'أزرق', 'Erkek > Gömlek', 'مؤسسة', '٢٠٢٦', ''],
  ['T7', 'Cămașă și țesut', 'Roșu', 'Erkek > Gömlek', 'Bora', '', ''],
  ['T8', 'Nœud papillon', 'Blanc cassé', 'Aksesuar', 'Bora', '100% coton', ''],
  ['GÖM-10', 'Pantolon', 'Siyah', 'Erkek', 'Bora', '50_50', ''],
  ['GÖM', 'Pantolon', 'Siyah', 'Erkek', 'Bora', '', ''],
  ['XGÖM', 'Pantolon gömme cep', 'Siyah', 'Erkek', 'Bora', '', ''],
  ['A1', "Giacca d'inverno", 'Nero', 'Uomo', "Dell'Arte", '', ''],
  ['A2', 'Giacca d’inverno', 'Nero', 'Uomo', 'Bora', '', ''],
  ['A3', 'Giacca dinverno', 'Nero', 'Uomo', 'Bora', '', ''],
  ['J1', 'Basic T-shirt', 'Nero', 'Uomo', 'Bora', '', ''],
  ['J2', 'T shirt', 'Nero', 'Uomo', 'Bora', '', ''],
  ['J3', 'Tshirt', 'Nero', 'Uomo', 'Bora', '', ''],
  ['J4', 'Mont shirt', 'Nero', 'T Shirt', 'Bora', '', ''],
  ['P1', 'Polo’s', 'Nero', 'Uomo', 'Bora', '50-60 gr', ''],
  ['P2', 'Polos', 'Nero', 'Uomo', 'Bora', '', ''],
  ['QZ-10/A-7', 'Cravatta', 'Nero', 'Uomo', 'Bora', '', ''],
  ['R1', 'القميص الأبيض', 'Nero', 'Uomo', 'Bora', '', ''],
] as const

beforeAll(async () => {
  const rows = products.map(
    ([itemCode, itemDescription, colorDescription, categoryName, brandName, attribute01, barcode]) => ({
      itemCode,
      itemDescription,
      colorCode: 'C1',
      colorDescription,
      itemDim1Code: 'M',
      categoryName,
      brandName,
      attribute01,
      barcode,
      inventory: '5',
      priceCB: '10',
      currencyCB: 'TRY',
    }),
  )
  await shop.load(rows)
})

async function found(searchText: string, more: object = {}): Promise<string[]> {
  const { status, body } = await shop.dealer.post('/api/Shop/GetProductsBySearch', {
    orderType: 'Rpt',
    searchText,
    ...more,
  })
  expect(status).toBe(200)
  expect(body.data.total).toBe(body.data.products.length)
  return body.data.products.map((one: { itemCode: string }) => one.itemCode)
}

async function officeFound(search: string): Promise<string[]> {
  const { status, body } = await shop.admin.post('/api/Shop/GetProducts', { search, page: 1, limit: 100 })
  expect(status).toBe(200)
  return body.data.items.map((one: { itemCode: string }) => one.itemCode).toSorted()
}

describe('a search', () => {
  test.each([
    ['İNCE', ['T1', 'T2']],
    ['ince', ['T1', 'T2']],
    ['INCE', ['T1', 'T2']],
    ['ınce', ['T1', 'T2']],
    ['istanbul', ['T3']],
    ['İSTANBUL', ['T3']],
    ['ISPARTA', ['T4']],
    ['isparta', ['T4']],
    ['yesil', ['T1']],
    ['YEŞİL', ['T1']],
    ['corap', ['T2']],
    ['елка', ['T5']],
    ['ЁЛКА', ['T5']],
    ['курт', ['T5']],
    ['черный', ['T5']],
    ['احمر', ['T6']],
    ['إحمر', ['T6']],
    ['مزخرف', ['T6']],
    ['موسسه', ['T6']],
    ['2026', ['T6']],
    ['۲۰۲۶', ['T6']],
    ['camasa', ['T7']],
    ['ŞI ŢESUT', ['T7']],
    ['noeud', ['T8']],
    ['nœud casse', ['T8']],
  ])('for %s disregards case, accents and forms of letters', async (text, expected) => {
    expect(await found(text)).toEqual(expected)
  })

  test.each([
    ['the brand', 'cinar', ['T1', 'T2']],
    ['the category', 'hali', ['T4']],
    ['a category above', 'ev', ['T4']],
    ['an attribute', 'kislik', ['T1', 'T4']],
    ['a barcode', '8690000000024', ['T2']],
    ['several places at once', 'cinar KEMER yeşil', ['T1']],
    ['nothing: every word must occur', 'kemer mavi', []],
    ['a barcode and a word', '8690000000024 corap', ['T2']],
    ['a part of a barcode', '869000000002', []],
  ])('finds %s', async (_, text, expected) => {
    expect(await found(text)).toEqual(expected)
  })

  test.each([
    ["d'inverno", ['A1', 'A2', 'A3']],
    ['d’inverno', ['A1', 'A2', 'A3']],
    ['d‘inverno', ['A1', 'A2', 'A3']],
    ['dinverno', ['A1', 'A2', 'A3']],
    ['dinv giacca', ['A1', 'A2', 'A3']],
    ['dell’arte', ['A1']],
    ['dellarte', ['A1']],
    ['t-shirt', ['J1', 'J2', 'J3', 'J4']],
    ['t‑shirt', ['J1', 'J2', 'J3', 'J4']],
    ['tshirt', ['J1', 'J2', 'J3', 'J4']],
    ['TSHI', ['J1', 'J2', 'J3', 'J4']],
    ['t shirt', ['J1', 'J2', 'J3', 'J4']],
    ['polos', ['P1', 'P2']],
    ["polo's", ['P1', 'P2']],
    ['polo’s', ['P1', 'P2']],
    ['qz10/a7', ['QZ-10/A-7']],
    ['z1', ['QZ-10/A-7']],
    ['5060', ['P1']],
    ['القميص', ['R1', 'T6']],
    ['قميص', ['R1', 'T6']],
    ['ابيض', ['R1']],
    ['الاحمر', ['T6']],
  ])('for %s disregards apostrophes, hyphens and the Arabic article', async (text, expected) => {
    expect((await found(text)).toSorted()).toEqual(expected)
    expect(await officeFound(text)).toEqual(expected)
  })

  test('of nothing but hyphens is none', async () => {
    expect(await found('- ’', { limit: 100 })).toEqual(await found('', { limit: 100 }))
  })

  test('takes SQL pattern characters literally', async () => {
    expect(await found('%')).toEqual(['T8'])
    expect(await found('100%')).toEqual(['T8'])
    expect(await found('0_5')).toEqual(['GÖM-10'])
    expect(await found('_')).toEqual(['GÖM-10'])
    expect(await found('\\')).toEqual([])
    expect(await found(`'; drop table products; --`)).toEqual([])
  })

  test('ranks the exact code first, then code prefixes, then names, then the rest', async () => {
    const expected = ['GÖM', 'GÖM-10', 'T3', 'XGÖM', 'T6', 'T7']
    // T6 and T7 match by category name.
    const codes = await found('göm')
    expect(codes.filter((code) => expected.includes(code))).toEqual(expected)
    expect(codes.slice(0, 4)).toEqual(expected.slice(0, 4))
  })

  test('sorts as requested, and by code without search text', async () => {
    expect(await found('ince', { sort: 'newest' })).toEqual(['T2', 'T1'])
    const all = await found('', { limit: 100 })
    expect(all).toEqual(all.toSorted())
    expect(await found('   ', { limit: 100 })).toEqual(all)
  })

  test('filters a list of a brand or category too', async () => {
    const { body } = await shop.dealer.post('/api/Shop/GetCategoryProducts', {
      orderType: 'Rpt',
      searchText: 'ince corap',
    })
    expect(body.data.total).toBe(1)
  })

  test('is refused if too long', async () => {
    const answer = await shop.dealer.post('/api/Shop/GetProductsBySearch', {
      orderType: 'Rpt',
      searchText: 'x'.repeat(101),
    })
    expect(answer.status).toBe(400)
    expect(await found('a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5')).toEqual([])
  })
})

test('finds neither excluded brands nor anything inactive', async () => {
  const own = await wholesaler(app, 'search-kept')
  const codes = async (searchText: string, currAccCode: string) => {
    const { body } = await own.agent.post('/api/Shop/GetProductsBySearch', {
      orderType: 'Rpt',
      searchText,
      currAccCode,
    })
    return body.data.products.map((one: { itemCode: string }) => one.itemCode)
  }
  expect(await codes('gomlek', '120.01')).toEqual(['B1', 'B2', 'B3'])
  expect(await codes('gomlek', '120.02')).toEqual([])
  expect(await codes('b1', '120.02')).toEqual([])
  await own.update(`products set is_active = false where item_code = 'B1'`)
  expect(await codes('b1', '120.01')).toEqual([])
})

test('customers and brands are found whatever apostrophes and hyphens they have', async () => {
  const own = await wholesaler(app, 'search-names')
  await own.update(`accounts set description = 'Saint-Rémy L’Étoile' where code = '120.01'`)
  await own.update(`brands set name = 'Çınar''s' where name = 'Bora'`)
  for (const search of ["saint remy l'etoile", 'saintremy', 'LETOILE', 'l‘étoile']) {
    const customers = await own.agent.get('/api/Shop/GetCustomers', { search })
    expect(customers.body.data).toMatchObject([{ currAccCode: '120.01' }])
    const list = await own.admin.post('/api/Account/GetCustomerList', { search, page: 1, limit: 10 })
    expect(list.body.data.items).toMatchObject([{ currAccCode: '120.01' }])
  }
  const { body } = await own.admin.post('/api/Shop/GetBrands', { search: 'cinars', page: 1, limit: 10 })
  expect(body.data.items).toHaveLength(1)
})

test('the database folds as the server does', async () => {
  const texts = [
    'İIıi ŞşÇçĞğÖöÜü ĂăÂâÎîȘșȚț ÉéÈèÊêËëÀàÙùÔôÛûÏïŒœÇç ÑñÅåŁłØøß',
    'Ёё Йй Її Щщ ЪЪ',
    'أإآٱ ة ى ؤ ئ مُـحَمَّدٌ ﻻ ٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ ی ک',
    'e\u0301 \u00a0 \u200f\u202a42\u202c \ufeff½ № ﬁ Ⅳ',
    '👗 %_\\ \'" <b>',
  ]
  const fold = prepared(`
    insert into categories (tenant_id, id, name, full_name, path, updated_at)
    select $1, gen_random_uuid(), 'x', t, '{}', now() from unnest($2::text[]) t returning full_name, search_text`)
  const own = await wholesaler(app, 'search-fold')
  const rows = await own.query<{ full_name: string; search_text: string }>(fold, texts)
  expect(rows.map((row) => row.search_text)).toEqual(rows.map((row) => foldForSearch(row.full_name)))
  expect(rows).toHaveLength(texts.length)
})

test('finds products whose words a server of the version before noted, by what was typed, and otherwise once noted', async () => {
  const own = await wholesaler(app, 'search-before')
  await own.load(
    [
      { itemCode: 'N-1', itemDescription: "T-shirt d'estate", colorCode: '01', itemDim1Code: 'M' },
      { itemCode: 'N-2', itemDescription: 'V yaka', colorCode: '01', itemDim1Code: 'M' },
    ].map((row) => ({
      ...row,
      colorDescription: 'Nero',
      categoryName: 'Uomo',
      brandName: 'Bora',
      inventory: '5',
      priceCB: '10',
      currencyCB: 'TRY',
    })),
  )
  const codes = async (search: string) => {
    const { body } = await own.admin.post('/api/Shop/GetProducts', { search, page: 1, limit: 100 })
    return body.data.items.map((one: { itemCode: string }) => one.itemCode)
  }
  await own.query(`delete from search_endings where tenant_id = $1 and ending like chr(2) || '%'`)
  expect(await codes('T-shirt')).toEqual(['N-1'])
  expect(await codes('n-2')).toEqual(['N-2'])
  expect(await codes('tshirt')).toEqual([])
  expect(await codes('vyaka')).toEqual([])
  await runSql(app.connections.owner, `delete from schema_migrations where name like '0083%'`)
  await migrate(app.connections)
  for (const search of ['tshirt', 'destate', 'n1']) expect(await codes(search)).toEqual(['N-1'])
  expect(await codes('vyaka')).toEqual(['N-2'])
})
