import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { Money } from '#web/ui/Money.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { useProductPrice } from '../pricing/pricing.ts'
import classes from './ProductStrip.module.css'

type Props = {
  title: string
  /** At the end of the title's line. */
  action?: ReactNode
  note?: string
  /** Undefined while loading. */
  products: Product[] | undefined
  placeholders?: number
}

/** Products beside each other, to scroll through sideways. */
export function ProductStrip({ title, action, note, products, placeholders = 6 }: Props) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {action}
      </div>
      {note && <p className={classes.note}>{note}</p>}
      <ul className={classes.strip}>
        {products
          ? products.map((product) => (
              <li key={`${product.itemCode} ${product.colorCode}`} className={classes.cell}>
                <StripCard product={product} />
              </li>
            ))
          : Array.from({ length: placeholders }, (_, at) => (
              <li key={at} className={classes.cell} aria-hidden="true" />
            ))}
      </ul>
    </section>
  )
}

function StripCard({ product }: { product: Product }) {
  const { itemCode, colorCode, itemDescription, colorDescription, currencyCode } = product
  const price = useProductPrice(product)
  return (
    <Link
      to="/shop/items/$itemCode"
      params={{ itemCode }}
      search={{ color: colorCode }}
      className={classes.card}
    >
      <ProductPhoto of={product} />
      <span className={classes.name}>{itemDescription}</span>
      <span className={classes.small}>{colorDescription}</span>
      {price !== undefined && currencyCode && (
        <span className={classes.price}>
          <Money amount={price} currency={currencyCode} />
        </span>
      )}
    </Link>
  )
}
