import { Link } from '@tanstack/react-router'
import type { ShopHome } from '#shared/catalogue/catalogue.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import classes from './HomePage.module.css'

export function BrandShelf({ brands }: { brands: ShopHome['brands'] }) {
  return (
    <section className={classes.shelf}>
      <h2 className={classes.title}>{t('home.brands')}</h2>
      <ul className={classes.brands}>
        {brands.map((brand) => (
          <li key={brand.brandId}>
            <Link to="/shop/products" search={{ brandId: brand.brandId }} className={classes.tile}>
              <span className={classes.picture}>
                {brand.image && <img src={brand.image} alt="" loading="lazy" decoding="async" />}
              </span>
              <span className={classes.name}>
                <span>{brand.brandName}</span>
                <span className={classes.count} aria-hidden="true">
                  {formatCount(brand.productCount)}
                </span>
                <span className={classes.spoken}>
                  {t('home.productCount', { count: brand.productCount })}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
