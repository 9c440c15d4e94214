import { noAccount, viewedAccount } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { getFavourites, maxFavourites, setFavourite } from '#shared/catalogue/favourites.ts'
import { Refusal } from '#shared/errors.ts'
import { productsOfVariants } from './products.ts'
import { shownVariants } from './shownVariants.ts'

const readIds = prepared(`
  select product_id as id from favourites where tenant_id = $1 and user_id = $2
  order by noted_at desc, product_id limit ${maxFavourites}`)

export const listFavourites = verb(getFavourites, async (call, input) => {
  const { tx, user } = call
  const account = await viewedAccount(tx, user, input.currAccCode)
  const ids = await tx.query<{ id: string }>(readIds, user.id)
  const found = await shownVariants(tx, {
    productIds: ids.map(({ id }) => id),
    accountId: account?.id ?? noAccount,
    limit: maxFavourites,
  })
  return productsOfVariants(call, account, { ...input, rulePrices: false }, found)
})

const note = prepared(`
  insert into favourites (tenant_id, user_id, product_id, noted_at)
  select $1, $2, product_id, $4::timestamptz from variants where tenant_id = $1 and id = $3
  on conflict (tenant_id, user_id, product_id) do nothing`)
/** All colours of the item, of which the list shows one. */
const remove = prepared(`
  delete from favourites f using variants v, products p, products other
  where f.tenant_id = $1 and f.user_id = $2 and v.tenant_id = $1 and v.id = $3
    and p.tenant_id = $1 and p.id = v.product_id
    and other.tenant_id = $1 and other.item_code = p.item_code and f.product_id = other.id`)
/** Keeps the newest, as many as are shown. */
const removeOldest = prepared(`
  delete from favourites where tenant_id = $1 and user_id = $2 and product_id in (
    select product_id from favourites where tenant_id = $1 and user_id = $2
    order by noted_at desc, product_id offset ${maxFavourites})`)
const findVariant = prepared(`select id from variants where tenant_id = $1 and id = $2`)

export const writeFavourite = verb(setFavourite, async ({ tx, user, now }, { productId, isFavourite }) => {
  if ((await tx.query(findVariant, productId)).length === 0) throw new Refusal('notFound')
  if (!isFavourite) {
    await tx.query(remove, user.id, productId)
    return
  }
  await tx.query(note, user.id, productId, now)
  await tx.query(removeOldest, user.id)
})
