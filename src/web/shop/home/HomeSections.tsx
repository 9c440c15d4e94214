import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ShopHome } from '#shared/catalogue/catalogue.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { useOrdersForOthers, useViewedAccount } from '../account.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { SeenStrip } from '../seen/SeenStrip.tsx'
import { AgentDay } from './AgentDay.tsx'
import { BrandShelf } from './BrandShelf.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import { ContinueCart } from './ContinueCart.tsx'
import classes from './HomePage.module.css'
import { OrderAgain } from './OrderAgain.tsx'
import { ProductStrip } from './ProductStrip.tsx'

/** What is worth a look: to go on with, to order again, what is new, what sells; then all that there is. */
export function HomeSections({ home }: { home: ShopHome }) {
  const user = useSession((session) => session.user)
  const ordersForOthers = useOrdersForOthers()
  const account = useViewedAccount()
  const isAgentAlone = ordersForOthers && !account
  const { homeVisibleType } = settings
  if (home.brands.length === 0) {
    return <Empty title={t('home.emptyTitle')}>{t('home.emptyText')}</Empty>
  }
  return (
    <>
      <ContinueCart />
      {isAgentAlone && <AgentDay />}
      {user && !isAgentAlone && <OrderAgain account={account} />}
      <NewProducts />
      <PopularProducts />
      <SeenStrip />
      {/* homeVisibleType: 0 brands, 1 categories, else both. */}
      {homeVisibleType !== 1 && <BrandShelf brands={home.brands} />}
      {homeVisibleType !== 0 && <CategoryTree categories={home.categories} />}
      <p>
        <Link to="/shop/products" className={classes.action}>
          {t('products.all')}
        </Link>
      </p>
    </>
  )
}

const freshMs = 300_000
const shownProducts = 16

/** What both strips depend on. */
function useBuyer() {
  const currAccCode = useViewedAccount()
  const userId = useSession((session) => session.user?.id)
  const orderType = useCart((cart) => cart.orderType)
  return { userId, asked: { currAccCode, orderType } }
}

function NewProducts() {
  const { userId, asked } = useBuyer()
  const newest = useQuery({
    queryKey: ['home', 'new', userId, asked],
    queryFn: async ({ signal }) => {
      const input = {
        ...asked,
        facets: { isNew: true },
        sort: 'newest',
        byItem: true,
        limit: shownProducts,
      } as const
      const { products } = (await api.post('/api/Shop/GetCategoryProducts', input, { signal })).data
      // The newest colour of each item.
      return [...Map.groupBy(products, ({ itemCode }) => itemCode).values()].flatMap(([first]) => first ?? [])
    },
    staleTime: freshMs,
  })
  // The rest of the page is there; a strip that failed is not missed.
  if (newest.isError || newest.data?.length === 0) return null
  return (
    <ProductStrip
      title={t('home.new')}
      action={
        <Link to="/shop/products" search={{ isNew: 1, sort: 'newest' }} className={classes.action}>
          {t('home.seeAll')}
        </Link>
      }
      products={newest.data}
    />
  )
}

function PopularProducts() {
  const { userId, asked } = useBuyer()
  const popular = useQuery({
    queryKey: ['home', 'popular', userId, asked],
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetPopularProducts', asked, { signal })).data,
    staleTime: freshMs,
  })
  if (popular.isError || popular.data?.length === 0) return null
  return <ProductStrip title={t('home.popular')} products={popular.data} />
}
