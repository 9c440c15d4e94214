import { Link } from '@tanstack/react-router'
import { pages } from '#shared/pages.ts'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { useMayOpen } from '../access.ts'
import classes from './Rows.module.css'

type Product = {
  itemCode: string
  itemDescription: string
  colorCode: string
  colorDescription: string
  images: string[]
  updatedDate: string
}

/** `detail` is e.g. the size. */
export function ProductCell({ product, detail }: { product: Product; detail?: string }) {
  const mayEdit = useMayOpen(pages.productEdit)
  const maySee = useMayOpen(pages.products)
  const { itemCode, itemDescription, colorCode, colorDescription } = product
  return (
    <span className={classes.product}>
      <span className={classes.photo}>
        <ProductPhoto of={product} />
      </span>
      <span>
        {mayEdit && (
          <Link
            to="/panel-urunler/edit/$itemCode"
            params={{ itemCode }}
            search={{ color: colorCode }}
            className={classes.link}
          >
            {itemDescription}
          </Link>
        )}
        {!mayEdit && maySee && (
          <Link to="/panel-urunler/index" search={{ text: itemCode }} className={classes.link}>
            {itemDescription}
          </Link>
        )}
        {!mayEdit && !maySee && itemDescription}
        <br />
        <span className={classes.soft}>
          <bdi>{itemCode}</bdi> · {colorDescription || colorCode}
          {detail && (
            <>
              {' · '}
              <bdi>{detail}</bdi>
            </>
          )}
        </span>
      </span>
    </span>
  )
}
