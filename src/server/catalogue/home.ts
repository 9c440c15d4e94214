import { noAccount, viewedAccount } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { JsonBytes } from '#server/http/jsonBytes.ts'
import { getShopHome } from '#shared/catalogue/catalogue.ts'
import { picturePath, productImagePath } from '#shared/photos/images.ts'
import { translatedInto } from './texts/texts.ts'
import { readReader, shownHome } from './texts/translate.ts'

type Photo = { itemCode: string; colorCode: string; file: string; updatedDate: string }
type Shown = { id: string; name: string; picture: string; photo: Photo | null; productCount: number }
type HomeRow = { brands: Shown[]; categories: (Shown & { parentId: string | null; sortOrder: number })[] }

/** Replaces a missing brand or category picture. */
const firstPhoto = (condition: string) => `(
  select json_build_object('itemCode', p.item_code, 'colorCode', p.color_code, 'file', i.file_name,
           'updatedDate', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from products p
  join product_images i on i.tenant_id = $1 and i.product_id = p.id
  where p.tenant_id = $1 and p.is_active and ${condition}
  order by p.item_code, p.color_code, i.sort_order, i.file_name limit 1)`

const homeStatement = (products: string) =>
  prepared(`
  with visible as materialized (
    select p.item_code, p.brand_id, p.category_id from products p
    join brands b on b.tenant_id = $1 and b.id = p.brand_id and b.is_active
    join categories c on c.tenant_id = $1 and c.id = p.category_id and c.is_active
    where p.tenant_id = $1 and p.is_active and not exists (
      select from excluded_brands x where x.tenant_id = $1 and x.account_id = $2::uuid and x.brand_id = p.brand_id)
  ), by_brand as (select brand_id, count(${products}) as products from visible group by brand_id
  ), by_category as (
    select ancestor, count(${products}) as products
    from visible v join categories c on c.tenant_id = $1 and c.id = v.category_id
    cross join unnest(c.path) ancestor group by ancestor)
  select
    coalesce((
      select json_agg(json_build_object('id', b.id, 'name', b.name, 'picture', b.image, 'productCount', n.products,
               'photo', case when b.image = '' then ${firstPhoto('p.brand_id = b.id')} end)
               order by b.sort_order, b.name collate "tr-x-icu")
      from brands b join by_brand n on n.brand_id = b.id
      where b.tenant_id = $1 and b.is_active), '[]'::json) as brands,
    coalesce((
      select json_agg(json_build_object('id', c.id, 'name', c.name, 'parentId', c.parent_id, 'sortOrder', c.sort_order, 'picture', c.image,
               'productCount', n.products, 'photo', case when c.image = '' then ${firstPhoto(
                 'p.category_id in (select s.id from categories s where s.tenant_id = $1 and s.path @> array[c.id])',
               )} end)
               order by c.sort_order, c.full_name collate "tr-x-icu")
      from categories c join by_category n on n.ancestor = c.id
      where c.tenant_id = $1 and c.is_active), '[]'::json) as categories`)

const readHome = homeStatement('*')
const readHomeByItem = homeStatement('distinct item_code')

/** The shop's home page, without empty brands and categories. */
export const shopHome = verb(getShopHome, async ({ tx, user, tenant, language }, { currAccCode, byItem }) => {
  const account = await viewedAccount(tx, user, currAccCode)
  const [row] = await tx.query<HomeRow>(byItem ? readHomeByItem : readHome, account?.id ?? noAccount)
  const { brands = [], categories = [] } = row ?? {}
  const home = {
    brands: brands.map((brand) => ({
      brandId: brand.id,
      brandName: brand.name,
      image: imageOf(brand),
      productCount: brand.productCount,
    })),
    categories: categories.map((category) => ({
      categoryId: category.id,
      categoryName: category.name,
      ...(category.parentId ? { parentId: category.parentId } : {}),
      image: imageOf(category),
      productCount: category.productCount,
      sortOrder: category.sortOrder,
    })),
  }
  const reader = await readReader(tx, translatedInto(tenant, language), home)
  return JsonBytes.of({ success: true, data: shownHome(home, reader) })
})

function imageOf({ picture, photo }: Shown): string {
  if (picture) return picturePath(picture)
  return photo ? productImagePath(640, photo) : ''
}
