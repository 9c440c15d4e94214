import { randomUUIDv7 } from 'node:crypto'
import pg from 'pg'
import { writeFigures } from '#server/catalogue/figures.ts'
import { keepListedPrices } from '#server/catalogue/listedPrices.ts'
import { noteWords } from '#server/catalogue/searchWords.ts'
import { noteTranslations } from '#server/catalogue/texts/translatedText.ts'
import { addAccount, addAgent } from '#server/customers/addAccount.ts'
import type { Connections } from '#server/db/connection.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { addUser } from '#server/users/addUser.ts'
import { openSession } from '#server/users/session.ts'
import { addTenant } from '#test/tenant.ts'

/** Sizes of each product. */
export const sizesPerProduct = 6
const brandCount = 12
/** More than a run orders. */
const inventory = 1_000_000
const maxListedVariants = 20_000

export type Variant = { id: string; barcode: string; unitPrice: number }

/** `brands` and `variants` are those the dealer may see; `variants` at most 20,000, at random. */
export type Shop = {
  tenantId: string
  host: string
  productCount: number
  /** Token of the dealer. */
  token: string
  officeToken: string
  account: string
  agent: string
  brands: string[]
  roots: string[]
  leaves: string[]
  variants: Variant[]
}

type SeedOptions = { key: string; productCount: number }

/** Adds a shop with its whole catalogue. The last brand is hidden from the dealer. */
export async function seedShop(
  connections: Connections,
  database: Database,
  { key, productCount }: SeedOptions,
): Promise<Shop> {
  const tenantId = await addTenant(connections, key)
  const catalogue = await asSuperuser(connections, (client) => addCatalogue(client, tenantId, productCount))
  const people = await database.bulkInTenant(tenantId, addPeople)
  return { tenantId, host: `${key}.localhost`, productCount, ...catalogue, ...people }
}

/** In a transaction without triggers, so without checks of foreign keys, which take most of the time. */
export async function asSuperuser<T>(
  { owner }: Connections,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...owner, user: 'postgres' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    // Without statistics of a new tenant, its rows would be joined one by one.
    await client.query('set local enable_nestloop = off')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

async function addCatalogue(client: pg.Client, tenantId: string, productCount: number) {
  const brands = Array.from({ length: brandCount }, () => randomUUIDv7())
  await client.query(insertBrands, [tenantId, brands])
  const { roots, leaves } = await addCategories(client, tenantId)
  await client.query(insertProducts, [tenantId, productCount, brands, leaves, sizesPerProduct])
  await client.query(insertImages, [tenantId])
  await client.query(insertVariants, [tenantId, inventory])
  await client.query(insertPrices, [tenantId])
  await checkFigures(client, tenantId)
  await client.query(insertTranslations, [tenantId])
  for (const text of [keepListedPrices(allProducts), noteTranslations(allProducts), noteWords(allProducts)])
    await client.query(text, [tenantId])
  const visibleBrands = brands.slice(0, -1)
  const { rows } = await client.query<Variant>(drawVariants, [tenantId, visibleBrands, maxListedVariants])
  return { brands: visibleBrands, roots, leaves, variants: rows }
}

const insertBrands = `
  insert into brands (tenant_id, id, name, sort_order, updated_at)
  select $1, id, 'Brand ' || n, n, now() from unnest($2::uuid[]) with ordinality t (id, n)`

const insertCategories = `
  insert into categories (tenant_id, id, parent_id, name, full_name, path, sort_order, updated_at)
  select $1, id, parent, name, full_name, array_remove(array[parent, id], null), n, now()
  from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) with ordinality t (id, parent, name, full_name, n)`

async function addCategories(client: pg.Client, tenantId: string) {
  const roots = ['Women', 'Men', 'Children', 'Home'].map((name) => ({ id: randomUUIDv7(), name }))
  const leaves = roots.flatMap((root) =>
    Array.from({ length: 9 }, (_, index) => ({
      id: randomUUIDv7(),
      parent: root.id,
      name: `Group ${index + 1}`,
      fullName: `${root.name} > Group ${index + 1}`,
    })),
  )
  const all = [...roots.map((root) => ({ ...root, parent: null, fullName: root.name })), ...leaves]
  await client.query(insertCategories, [
    tenantId,
    all.map(({ id }) => id),
    all.map(({ parent }) => parent),
    all.map(({ name }) => name),
    all.map(({ fullName }) => fullName),
  ])
  return { roots: roots.map(({ id }) => id), leaves: leaves.map(({ id }) => id) }
}

/** Four colours of an item, with the figures of what the statements below add. */
const insertProducts = `
  insert into products (tenant_id, id, item_code, item_description, color_code, color_description, brand_id,
                        category_id, attributes, updated_at, has_photo, variants_in_stock, lowest_prices,
                        lowest_currencies, fully_priced_in)
  select $1, uuidv7(), 'A' || to_char(item, 'FM00000'), 'Örme kadın elbise, uzun kollu, model ' || item, color,
         'Colour ' || color, ($3::uuid[])[1 + item % cardinality($3)],
         ($4::uuid[])[1 + (item * 7 + item / cardinality($3)) % cardinality($4)],
         jsonb_build_object('attribute01', 'Yaz 2026', 'attribute02', '%100 pamuk', 'attribute03', 'Kalıp ' || item % 7),
         now(), true, $5, jsonb_build_object('CB', minor, 'TF', minor / 10), '{"CB": "TRY", "TF": "EUR"}', '{CB,TF}'
  from generate_series(0, $2::integer - 1) number
  cross join lateral (select number / 4 as item, to_char(1 + number % 4, 'FM00') as color) i
  cross join lateral (select 10000 + item % 900 * 50 as minor) m
  order by number`

/** All texts in the other two languages of the tenant. */
const insertTranslations = `
  insert into translations (tenant_id, kind, source, texts, updated_at)
  select $1, kind, source, jsonb_build_object('en', en, 'ru', ru), now()
  from (
    select distinct 'item' as kind, item_description as source, number.model,
      'Knitted women''s dress, long sleeves, model ' || number.model as en,
      'Платье женское вязаное, длинный рукав, модель ' || number.model as ru
    from products cross join lateral (select substring(item_description from '[0-9]+$') as model) number
    where tenant_id = $1
    union all
    select distinct 'color', color_description, '', 'Shade ' || color_code, 'Цвет ' || color_code
    from products where tenant_id = $1
    union all
    select distinct 'value', v.value, '', translate(v.value, 'YazıKlpmu', 'SumerFitco'), 'Знач. ' || v.value
    from products cross join lateral jsonb_each_text(attributes) v where tenant_id = $1
    union all
    select 'category', name, '', 'Range ' || name, 'Раздел ' || name
    from (select distinct name from categories where tenant_id = $1) c
  ) texts`

const insertImages = `
  insert into product_images (tenant_id, product_id, file_name, content_hash, sort_order)
  select $1, id, id || '-' || n || '.jpg', encode(sha256((id || n::text)::bytea), 'hex'), n
  from products cross join generate_series(1, 2) n where tenant_id = $1`

const insertVariants = `
  insert into variants (tenant_id, id, product_id, size, barcode, inventory, sort_order, updated_at)
  select $1, uuidv7(), p.id, size, '869' || to_char(row_number() over (order by p.id, n), 'FM0000000000'), $2, n,
         now()
  from products p cross join unnest('{XS,S,M,L,XL,XXL}'::text[]) with ordinality s (size, n)
  where p.tenant_id = $1 order by p.id, n`

const insertPrices = `
  insert into prices (tenant_id, variant_id, price_group, currency_code, amount_minor)
  select $1, v.id, g.code, p.lowest_currencies->>g.code, (p.lowest_prices->>g.code)::bigint
  from variants v join products p on p.tenant_id = $1 and p.id = v.product_id
  cross join (values ('CB'), ('TF')) g (code)
  where v.tenant_id = $1`

const allProducts = 'select id from products where tenant_id = $1'

const drawVariants = `
  select v.id, v.barcode, r.amount_minor::float8 / 100 as "unitPrice"
  from variants v join products p on p.tenant_id = $1 and p.id = v.product_id
  join prices r on r.tenant_id = $1 and r.variant_id = v.id and r.price_group = 'CB'
  where v.tenant_id = $1 and p.brand_id = any ($2::uuid[]) order by random() limit $3`

/** The seeded figures must be those that the server would write. */
async function checkFigures(client: pg.Client, tenantId: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'select id from products where tenant_id = $1 order by random() limit 20',
    [tenantId],
  )
  const { rowCount } = await client.query(writeFigures.text, [tenantId, rows.map(({ id }) => id)])
  if (rowCount) throw new Error('The seeded figures of products are wrong')
}

async function addPeople(tx: Tx): Promise<Pick<Shop, 'account' | 'agent' | 'token' | 'officeToken'>> {
  const now = new Date()
  const agent = 'P1'
  await addAgent(tx, { code: agent, name: 'Pelin Agent' }, now)
  const dealer = {
    code: '120.001',
    description: 'Dealer 1',
    email: '',
    phone: '',
    taxNumber: '',
    taxOffice: '',
    address: '',
    city: '',
    country: '',
    currencyCode: 'TRY',
    priceGroup: 'CB',
    agentCode: agent,
    excludedBrands: [`Brand ${brandCount}`],
    subAccounts: [],
  }
  const accountId = await addAccount(tx, dealer, now)
  const about = { firstName: 'Deniz', lastName: 'Dealer', email: '', passwordHash: 'nobody signs in' }
  const dealerId = await addUser(tx, { ...about, username: 'dealer', roles: ['customer'], accountId }, now)
  const officeId = await addUser(tx, { ...about, username: 'office', roles: ['admin'] }, now)
  const tokenOf = async (userId: string) =>
    (await openSession(tx, userId, { address: '', userAgent: '' })).token
  return { account: dealer.code, agent, token: await tokenOf(dealerId), officeToken: await tokenOf(officeId) }
}
