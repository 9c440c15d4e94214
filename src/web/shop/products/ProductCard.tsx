import { Link } from '@tanstack/react-router'
import type { Product } from '#shared/catalogue.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { LineIcon } from '#web/ui/LineIcon.tsx'
import { Money } from '#web/ui/Money.tsx'
import { qtyOfColor } from '../cart/cartGroups.ts'
import { useCart } from '../cart/cartStore.ts'
import { PhotoSwipe } from '../image/PhotoSwipe.tsx'
import type { Panel } from './openPanels.ts'
import classes from './ProductCard.module.css'

type Props = {
  product: Product
  panel: Panel | undefined
  panelId: string
  onToggle: (panel: Panel) => void
}

/** A product card; `panel` is what is open of it. */
export function ProductCard({ product, panel, panelId, onToggle }: Props) {
  const inCart = useCart(({ lines }) => qtyOfColor(lines, product.itemCode, product.colorCode))
  return (
    <article className={classes.card} aria-label={`${product.itemDescription} ${product.colorDescription}`}>
      <PhotoSwipe product={product} />
      {inCart > 0 && (
        <span className={classes.inCart}>{t('product.inCart', { count: formatCount(inCart) })}</span>
      )}
      <div className={classes.text}>
        <p className={classes.brand}>{product.brandName}</p>
        <h2 className={classes.name}>
          <Link
            to="/shop/items/$itemCode"
            params={{ itemCode: product.itemCode }}
            search={{ color: product.colorCode }}
          >
            {product.itemDescription}
          </Link>
        </h2>
        <p className={classes.color}>
          {product.colorDescription} · <bdi>{product.itemCode}</bdi>
        </p>
        <Price product={product} />
      </div>
      <div className={classes.buttons}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={panel === 'sizes'}
          aria-controls={panelId}
          onClick={() => onToggle('sizes')}
        >
          {t('product.sizes')} <LineIcon name="down" size={16} className={classes.chevron} />
        </button>
        {settings.detailVisible && (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={panel === 'details'}
            aria-controls={panelId}
            aria-label={t('product.details')}
            onClick={() => onToggle('details')}
          >
            <LineIcon name="info" size={18} />
          </button>
        )}
      </div>
    </article>
  )
}

/** The price, or why it cannot be ordered. */
function Price({ product: { unitPrice, currencyCode, items } }: { product: Product }) {
  const isSoldOut = items.every((item) => item.inventory === 0)
  return (
    <p className={classes.price}>
      {unitPrice === undefined || !currencyCode ? (
        <span className={classes.none}>{t('product.noPrice')}</span>
      ) : (
        <Money amount={unitPrice} currency={currencyCode} />
      )}
      {isSoldOut && <span className={classes.none}>{t('product.noStock')}</span>}
    </p>
  )
}
