import type { z } from 'zod'
import { pick } from '#server/db/columns.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type SignedIn, verb } from '#server/http/http.ts'
import { changeProducts, deleteProduct, restoreProduct } from '#shared/catalogue/products.ts'
import { Refusal } from '#shared/errors.ts'
import { type Branded, brandedShape, type Colored } from '#shared/shapes.ts'
import type { EntityChange } from '../change/changeSet.ts'
import { commitChanges } from '../change/commit.ts'

type Change = Omit<z.output<typeof changeProducts.input>, 'ids'>
type Locked = Omit<Colored, 'colorDescription'> &
  Branded & { id: string; isActive: boolean; isDeleted: boolean; wasActive: boolean }

const lock = prepared(`
  select id from products where tenant_id = $1 and id = any ($2::uuid[]) order by id for no key update`)
const readLocked = prepared(`
  select p.id, p.item_code as "itemCode", p.color_code as "colorCode", p.item_description as "itemDescription",
         p.is_active as "isActive", p.deleted_at is not null as "isDeleted", p.was_active as "wasActive",
         p.brand_id as "brandId", b.name as "brandName", p.category_id as "categoryId", c.full_name as "categoryName"
  from products p
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  join categories c on c.tenant_id = $1 and c.id = p.category_id
  where p.tenant_id = $1 and p.id = any ($2::uuid[])`)
const findNames = prepared(`
  select (select name from brands where tenant_id = $1 and id = $2::uuid) as "brandName",
         (select full_name from categories where tenant_id = $1 and id = $3::uuid) as "categoryName"`)
type Names = { brandName: string | null; categoryName: string | null }

/** Changes many products alike. Deleted ones can only be restored. */
export const change = verb(changeProducts, (call, { ids, ...asked }) => changeAll(call, ids, asked))

export const remove = verb(deleteProduct, async (call, { id }) => {
  await changeAll(call, [id], { isDeleted: true })
})

export const restore = verb(restoreProduct, async (call, { id }) => {
  await changeAll(call, [id], { isDeleted: false })
})

/** @throws Refusal `notFound` unless all products exist. */
async function changeAll(call: SignedIn & { tx: Tx }, ids: string[], asked: Change) {
  const { tx } = call
  const wanted = [...new Set(ids)]
  const [, products, [names]] = await Promise.all([
    tx.query(lock, wanted),
    tx.query<Locked>(readLocked, wanted),
    tx.query<Names>(findNames, asked.brandId ?? null, asked.categoryId ?? null),
  ])
  const isUnknown = (asked.brandId && !names?.brandName) || (asked.categoryId && !names?.categoryName)
  if (products.length < wanted.length || isUnknown) throw new Refusal('notFound')
  const changes = products.flatMap((before) => changeOf(before, changedProduct(before, asked, names)) ?? [])
  const { versions, ...set } = await commitChanges(call, { source: 'form', changes, names: new Map() })
  return { changed: [...versions.keys()], ...set }
}

const brandedNames = Object.keys(brandedShape) as (keyof Branded)[]
const fields = ['isActive', 'isDeleted', 'wasActive', ...brandedNames] as const

function changeOf(before: Locked, after: Locked): EntityChange | undefined {
  const names = fields.filter((name) => before[name] !== after[name])
  if (names.length === 0) return undefined
  const { id, itemCode, colorCode, itemDescription: name } = before
  return {
    entity: 'product',
    id,
    productId: id,
    state: 'changed',
    itemCode,
    colorCode,
    size: '',
    isLot: false,
    name,
    before: pick(before, names),
    after: pick(after, names),
  }
}

function changedProduct(before: Locked, asked: Change, names: Names | undefined): Locked {
  if (before.isDeleted)
    return asked.isDeleted === false ? { ...before, isDeleted: false, isActive: before.wasActive } : before
  if (asked.isDeleted) return { ...before, isDeleted: true, isActive: false, wasActive: before.isActive }
  return {
    ...before,
    isActive: asked.isActive ?? before.isActive,
    brandId: asked.brandId ?? before.brandId,
    brandName: names?.brandName ?? before.brandName,
    categoryId: asked.categoryId ?? before.categoryId,
    categoryName: names?.categoryName ?? before.categoryName,
  }
}
