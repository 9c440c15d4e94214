import { Link } from '@tanstack/react-router'
import type { ShopHome } from '#shared/catalogue/catalogue.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { useOrdersForOthers, useViewedAccount } from '../account.ts'
import { SeenStrip } from '../seen/SeenStrip.tsx'
import { AgentDay } from './AgentDay.tsx'
import { Banner } from './Banner.tsx'
import { BrandShelf } from './BrandShelf.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import { ContinueCart } from './ContinueCart.tsx'
import classes from './HomePage.module.css'
import { OrderAgain } from './OrderAgain.tsx'
import { FavouriteProducts, NewProducts, PopularProducts } from './ProductStrips.tsx'
import { SharedDrafts } from './SharedDrafts.tsx'

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
      {settings.hasBanner && <Banner />}
      {user && !isAgentAlone && <SharedDrafts account={account} />}
      <ContinueCart />
      {isAgentAlone && <AgentDay />}
      {user && !isAgentAlone && <OrderAgain account={account} />}
      {user && <FavouriteProducts />}
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
