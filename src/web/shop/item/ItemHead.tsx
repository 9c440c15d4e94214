import type { Product } from '#shared/catalogue/catalogue.ts'
import { t } from '#web/i18n.ts'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { FavouriteButton } from '../favourites/FavouriteButton.tsx'
import { PhotoSwipe } from '../image/PhotoSwipe.tsx'
import { ProductPrice } from '../pricing/Price.tsx'
import { ProductDetails } from '../products/ProductDetails.tsx'
import { useIsWide } from '../useIsWide.ts'
import classes from './ItemHead.module.css'
import { RetailPrice } from './RetailPrice.tsx'
import { StockWaitButton } from './StockWaitButton.tsx'

type Props = { products: Product[]; shown: Product; onChoose: (colorCode: string) => void }

export function ItemHead({ products, shown, onChoose }: Props) {
  const isWide = useIsWide()
  return (
    <>
      <div className={classes.photo}>
        <PhotoSwipe key={shown.colorCode} product={shown} />
      </div>
      <div className={classes.text}>
        <p className={classes.brand}>{shown.brandName}</p>
        <h1 className={classes.name}>{shown.itemDescription}</h1>
        <p className={classes.brand}>
          {shown.colorDescription} · <bdi>{shown.itemCode}</bdi>
        </p>
        <div className={classes.price}>
          {shown.unitPrice === undefined ? t('product.noPrice') : <ProductPrice product={shown} />}
        </div>
        {shown.unitPrice !== undefined && <p className={classes.brand}>{t('tax.without')}</p>}
        <RetailPrice product={shown} />
        <div className={classes.marks}>
          <FavouriteButton product={shown} />
          <StockWaitButton product={shown} />
        </div>
      </div>
      <div className={classes.more}>
        {products.length > 1 && <Colors products={products} shown={shown} onChoose={onChoose} />}
        {isWide ? (
          <ProductDetails product={shown} />
        ) : (
          // Folded on phones: ordering comes first.
          <details className={classes.details}>
            <summary>{t('product.details')}</summary>
            <ProductDetails product={shown} />
          </details>
        )}
      </div>
    </>
  )
}

function Colors({ products, shown, onChoose }: Props) {
  return (
    <div role="group" aria-label={t('ordering.item.colors')} className={classes.colors}>
      {products.map((product) => (
        <button
          key={product.colorCode}
          type="button"
          className={classes.color}
          aria-pressed={product === shown}
          onClick={() => onChoose(product.colorCode)}
        >
          <span className={classes.thumbnail}>
            <ProductPhoto of={product} />
          </span>
          <span className={classes.colorName}>{product.colorDescription}</span>
        </button>
      ))}
    </div>
  )
}
