import { setPlanMode, writeFigures } from '#server/catalogue/figures.ts'
import { listGivenPrices } from '#server/catalogue/listedPrices.ts'
import { noteWords } from '#server/catalogue/searchWords.ts'
import { addAccount, addAgent } from '#server/customers/addAccount.ts'
import type { Connections } from '#server/db/connection.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { BulkTx, Database, Tx } from '#server/db/tenant.ts'
import { addUser } from '#server/users/addUser.ts'
import { openSession } from '#server/users/session.ts'
import { addTenant } from '#test/tenant.ts'

export const productCount = Number(process.env.BENCH_PRODUCTS || 5000)
export const sizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL']
const colours = ['01', '02', '03', '04']
const brandCount = 12
const accountCount = 300
/** More than a run orders. */
const inventory = 1_000_000

export type Variant = { id: string; unitPrice: number }

/** `brands` and `variants` are those the dealer may see. */
export type Shop = {
  tenantId: string
  host: string
  token: string
  account: string
  agent: string
  brands: string[]
  roots: string[]
  leaves: string[]
  variants: Variant[]
}

type Product = { id: string; item: number; color: string; brand: number; category: string }

/** Adds a shop with its whole catalogue. The last brand is hidden from the dealer. */
export async function seedShop(connections: Connections, database: Database, key: string): Promise<Shop> {
  const tenantId = await addTenant(connections, key)
  const now = new Date()
  return database.bulkInTenant(tenantId, async (tx) => {
    const brands = Array.from({ length: brandCount }, () => newId())
    await tx.query(insertBrands, brands, now)
    const { roots, leaves } = await addCategories(tx, now)
    const products = await addProducts(tx, brands, leaves, now)
    const variants = await addVariants(tx, products, now)
    const people = await addPeople(tx, now)
    const visibleBrands = brands.slice(0, -1)
    return { tenantId, host: `${key}.localhost`, brands: visibleBrands, roots, leaves, variants, ...people }
  })
}

const insertBrands = prepared(`
  insert into brands (tenant_id, id, name, sort_order, updated_at)
  select $1, id, 'Brand ' || n, n, $3::timestamptz from unnest($2::uuid[]) with ordinality t (id, n) returning id`)

const insertCategories = prepared(`
  insert into categories (tenant_id, id, parent_id, name, full_name, path, sort_order, updated_at)
  select $1, id, parent, name, full_name, array_remove(array[parent, id], null), n, $6::timestamptz
  from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) with ordinality t (id, parent, name, full_name, n)
  returning id`)

async function addCategories(tx: Tx, now: Date): Promise<{ roots: string[]; leaves: string[] }> {
  const roots = ['Women', 'Men', 'Children', 'Home'].map((name) => ({ id: newId(), name }))
  const leaves = roots.flatMap((root) =>
    Array.from({ length: 9 }, (_, index) => ({
      id: newId(),
      parent: root.id,
      name: `Group ${index + 1}`,
      fullName: `${root.name} > Group ${index + 1}`,
    })),
  )
  const all = [...roots.map((root) => ({ ...root, parent: null, fullName: root.name })), ...leaves]
  await tx.query(
    insertCategories,
    all.map(({ id }) => id),
    all.map(({ parent }) => parent),
    all.map(({ name }) => name),
    all.map(({ fullName }) => fullName),
    now,
  )
  return { roots: roots.map(({ id }) => id), leaves: leaves.map(({ id }) => id) }
}

const insertProducts = prepared(`
  insert into products (tenant_id, id, item_code, item_description, color_code, color_description, brand_id,
                        category_id, attributes, updated_at, has_photo)
  select $1, id, 'A' || to_char(item, 'FM00000'), 'Örme kadın elbise, uzun kollu, model ' || item, color,
         'Colour ' || color, brand, category,
         jsonb_build_object('attribute01', 'Yaz 2026', 'attribute02', '%100 pamuk', 'attribute03', 'Kalıp ' || item % 7),
         $7::timestamptz, true
  from unnest($2::uuid[], $3::integer[], $4::text[], $5::uuid[], $6::uuid[]) t (id, item, color, brand, category)
  returning id`)
const insertImages = prepared(`
  insert into product_images (tenant_id, product_id, file_name, content_hash, sort_order)
  select $1, t.id, t.id || '-' || n || '.jpg', encode(sha256((t.id || n::text)::bytea), 'hex'), n
  from unnest($2::uuid[]) t (id) cross join generate_series(1, 2) n returning product_id`)

async function addProducts(tx: Tx, brands: string[], leaves: string[], now: Date): Promise<Product[]> {
  const products = Array.from({ length: productCount }, (_, number) => {
    const item = Math.floor(number / colours.length)
    return {
      id: newId(),
      item,
      color: colours[number % colours.length] ?? '',
      brand: item % brands.length,
      category: leaves[(item * 7 + Math.floor(item / brands.length)) % leaves.length] ?? '',
    }
  })
  const ids = products.map(({ id }) => id)
  await tx.query(
    insertProducts,
    ids,
    products.map(({ item }) => item),
    products.map(({ color }) => color),
    products.map(({ brand }) => brands[brand]),
    products.map(({ category }) => category),
    now,
  )
  await tx.query(insertImages, ids)
  return products
}

const insertVariants = prepared(`
  insert into variants (tenant_id, id, product_id, size, barcode, inventory, sort_order, updated_at)
  select $1, id, product, size, '869' || to_char(n, 'FM0000000000'), $6::integer, n % 6, $5::timestamptz
  from unnest($2::uuid[], $3::uuid[], $4::text[]) with ordinality t (id, product, size, n) returning id`)
const insertPrices = prepared(`
  insert into prices (tenant_id, variant_id, price_group, currency_code, amount_minor)
  select $1, id, g.code, g.currency, minor * g.part / 100
  from unnest($2::uuid[], $3::bigint[]) t (id, minor)
  cross join (values ('CB', 'TRY', 100), ('TF', 'EUR', 10)) g (code, currency, part) returning variant_id`)

const noteGivenWords = prepared(noteWords('select id from unnest($2::uuid[]) given (id)'))

/** Returns the variants that the dealer sees. */
async function addVariants(tx: BulkTx, products: Product[], now: Date): Promise<Variant[]> {
  const all = products.flatMap((product) =>
    sizes.map((size) => ({ id: newId(), product, size, minor: 10_000 + (product.item % 900) * 50 })),
  )
  const ids = all.map(({ id }) => id)
  await tx.query(
    insertVariants,
    ids,
    all.map(({ product }) => product.id),
    all.map(({ size }) => size),
    now,
    inventory,
  )
  await tx.query(
    insertPrices,
    ids,
    all.map(({ minor }) => minor),
  )
  await tx.query(setPlanMode, 'force_generic_plan')
  const productIds = products.map(({ id }) => id)
  await tx.query(writeFigures, productIds)
  await tx.query(listGivenPrices, productIds)
  await tx.query(noteGivenWords, productIds)
  return all
    .filter(({ product }) => product.brand !== brandCount - 1)
    .map(({ id, minor }) => ({ id, unitPrice: minor / 100 }))
}

async function addPeople(tx: Tx, now: Date): Promise<Pick<Shop, 'account' | 'agent' | 'token'>> {
  const agent = 'P1'
  await addAgent(tx, { code: agent, name: 'Pelin Agent' }, now)
  const account = (number: number) => ({
    code: `120.${String(number).padStart(3, '0')}`,
    description: `Dealer ${number}`,
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
  })
  const dealer = account(1)
  const accountId = await addAccount(tx, dealer, now)
  for (let number = 2; number <= accountCount; number += 1) await addAccount(tx, account(number), now)
  const name = { firstName: 'Deniz', lastName: 'Dealer', email: '' }
  const userId = await addUser(
    tx,
    { username: 'dealer', ...name, passwordHash: 'nobody signs in', roles: ['customer'], accountId },
    now,
  )
  return {
    account: dealer.code,
    agent,
    token: (await openSession(tx, userId, { address: '', userAgent: '' })).token,
  }
}
