import { actorOf, recordChange } from '#server/changes/record.ts'
import { foldedName } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http/http.ts'
import { oneOf, refuseFields } from '#server/http/refuse.ts'
import { type RecordCall, recordKind } from '#server/records/recordKind.ts'
import {
  addBrand,
  deleteBrand,
  deleteBrandImage,
  mergeBrand,
  postBrandImage,
  sortBrands,
  updateBrand,
} from '#shared/catalogue/brands.ts'
import { Refusal } from '#shared/errors.ts'
import { brandFields } from '#shared/records/brandFields.ts'
import { fieldNames, type RecordOf } from '#shared/records/recordField.ts'
import { listPricesById } from '../listedPrices.ts'
import { picturesOf } from '../pictures.ts'

/** Ignores case. */
const isNamesake = `${foldedName('name')} = ${foldedName('$3::text')}`
const insertBrand = prepared(`
  insert into brands (tenant_id, id, name, is_active, sort_order, updated_at)
  select $1, $2::uuid, $3, $4, coalesce(max(sort_order), 0) + 1, $5::timestamptz from brands where tenant_id = $1
  having bool_or(${isNamesake}) is not true
  on conflict (tenant_id, name) do nothing returning id`)

const writeBrand = prepared(`
  update brands set name = $3, is_active = $4, updated_at = $5, version = version + 1
  where tenant_id = $1 and id = $2 returning version`)
const findNamesake = prepared(`
  select name from brands where tenant_id = $1 and id <> $2 and ${isNamesake} order by name <> $3 limit 1`)

/** Refuses a name that another brand has, whatever its case. */
async function refuseNamesake({ tx, language }: RecordCall, id: string, brandName: string): Promise<void> {
  const [namesake] = await tx.query<{ name: string }>(findNamesake, id, brandName)
  if (namesake) refuseFields(language, { brandName: { key: 'field.namesake', values: namesake } })
}

// Keeps products from being added meanwhile.
const lockBrands = prepared(`
  select id from brands where tenant_id = $1 and id = any ($2) order by id for update`)
const countProducts = prepared(
  'select count(*)::int as count from products where tenant_id = $1 and brand_id = $2',
)
const dropExclusions = prepared('delete from excluded_brands where tenant_id = $1 and brand_id = $2')
const dropBrand = prepared('delete from brands where tenant_id = $1 and id = $2')

type BrandForm = RecordOf<typeof brandFields>
type Locked = BrandForm & { id: string; image: string; version: number }

const lockById = prepared(`
  select id, name as "brandName", is_active as "isActive", image, version
  from brands where tenant_id = $1 and id = $2 for no key update`)

export const brands = recordKind<BrandForm, Locked>({
  subject: 'brand',
  page: 'brands',
  fields: fieldNames(brandFields),
  nameOf: ({ brandName }) => brandName,
  lock: (tx, id) => oneOf(tx.query<Locked>(lockById, id)),
  write: async (call, id, { brandName, isActive }, before) => {
    const { tx, now } = call
    // Unrenamed brands skip this: older namesakes must stay editable.
    if (before && brandName !== before.brandName) await refuseNamesake(call, id, brandName)
    if (before) return oneOf(tx.query<{ version: number }>(writeBrand, id, brandName, isActive, now))
    // At the end of the order.
    const [added] = await tx.query(insertBrand, id, brandName, isActive, now)
    if (!added) {
      await refuseNamesake(call, id, brandName)
      throw new Refusal('request.invalid')
    }
    return { version: 1 }
  },
  /** Only brands without products. */
  remove: async ({ tx }, { id }) => {
    await tx.query(lockBrands, [id])
    const [products] = await tx.query<{ count: number }>(countProducts, id)
    if (products && products.count > 0) {
      throw new Refusal('brand.hasProducts', { values: { count: products.count } })
    }
    await drop(tx, id)
  },
})

export const add = verb(addBrand, async (call, brand) => ({ brandId: (await brands.add(call, brand)).id }))

/** Renames, shows or hides a brand. Products of hidden brands can be neither seen nor ordered. */
export const update = verb(updateBrand, async (call, { brandId, ...given }) => {
  const { version } = await brands.change(call, brandId, given)
  return { version }
})
export const remove = verb(deleteBrand, (call, { id }) => brands.remove(call, id))

async function drop(tx: Tx, id: string): Promise<void> {
  await tx.query(dropExclusions, id)
  await tx.query(dropBrand, id)
}

/** Products lock before brands, as in every product write. */
const lockProducts = prepared(`
  select count(*) from (
    select id from products where tenant_id = $1 and brand_id = $2 order by id for no key update) locked`)
const moveProducts = prepared(`
  update products set brand_id = $3, updated_at = $4, version = version + 1 where tenant_id = $1 and brand_id = $2
  returning id`)
const moveExclusions = prepared(`
  insert into excluded_brands (tenant_id, account_id, brand_id)
  select $1, account_id, $3::uuid from excluded_brands where tenant_id = $1 and brand_id = $2
  on conflict (tenant_id, account_id, brand_id) do nothing returning account_id`)

/** Moves all products to another brand, deletes this one, and excludes its excluded accounts from the other. */
export const merge = verb(mergeBrand, async (call, { id, intoId }) => {
  const { tx, now } = call
  if (id === intoId) throw new Refusal('request.invalid')
  await tx.query(lockProducts, id)
  await tx.query(lockBrands, [id, intoId])
  const [from, into] = [await brands.lock(tx, id), await brands.lock(tx, intoId)]
  const moved = await tx.query<{ id: string }>(moveProducts, id, intoId, now)
  await tx.query(
    listPricesById,
    moved.map((product) => product.id),
  )
  await tx.query(moveExclusions, id, intoId)
  await recordChange(tx, actorOf(call), now, {
    subject: 'brand',
    subjectId: intoId,
    subjectName: into.brandName,
    action: 'merged',
    after: { from: from.brandName, products: moved.length },
  })
  await drop(tx, id)
  await brands.log(call, id, 'deleted', from)
  return { products: moved.length }
})

const lockAll = prepared('select id from brands where tenant_id = $1 order by id for update')
const writeOrder = prepared(`
  update brands b set sort_order = o.place, updated_at = $3, version = b.version + 1
  from unnest($2::uuid[]) with ordinality o (id, place)
  where b.tenant_id = $1 and b.id = o.id and b.sort_order <> o.place`)

/** @throws Refusal `record.changed` if brands were added or deleted meanwhile. */
export const sort = verb(sortBrands, async (call, { ids }) => {
  const { tx, now } = call
  const known = await tx.query<{ id: string }>(lockAll)
  const given = new Set(ids)
  if (given.size !== ids.length || known.length !== ids.length || known.some(({ id }) => !given.has(id))) {
    throw new Refusal('record.changed')
  }
  await tx.query(writeOrder, ids, now)
})

export const brandPictures = picturesOf({
  table: 'brands',
  subject: 'brand',
  nameColumn: 'name',
  lock: async (tx, id) => {
    const { brandName: name, image } = await brands.lock(tx, id)
    return { name, image }
  },
})

export const setImage = verb(postBrandImage, (call, { brandId }) => brandPictures.set(call, brandId))
export const dropImage = verb(deleteBrandImage, (call, { id }) => brandPictures.drop(call, id))
