import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useFavourites } from '../favourites/useFavourites.ts'
import { useBuyer } from '../useBuyer.ts'
import classes from './HomePage.module.css'
import { ProductStrip } from './ProductStrip.tsx'

const freshMs = 300_000
const shownProducts = 16

export function NewProducts() {
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
      return (await api.post('/api/Shop/GetCategoryProducts', input, { signal })).data.products
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

/** What the user has marked. */
export function FavouriteProducts() {
  const favourites = useFavourites()
  if (!favourites.data || favourites.data.length === 0) return null
  return <ProductStrip title={t('home.favourites')} products={favourites.data} />
}

/** What sells well: on the home page, and where a search found nothing. */
export function PopularProducts() {
  const { userId, asked } = useBuyer()
  const popular = useQuery({
    queryKey: ['home', 'popular', userId, asked],
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetPopularProducts', asked, { signal })).data,
    staleTime: freshMs,
  })
  if (popular.isError || popular.data?.length === 0) return null
  return <ProductStrip title={t('home.popular')} products={popular.data} />
}
