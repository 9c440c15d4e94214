import { useEffect, useEffectEvent, useRef } from 'react'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { ProductCell } from '../products/ProductCell.tsx'
import classes from './SearchModal.module.css'

type Props = { products: Product[]; isOld: boolean; onUse: () => void }

/** `isOld`: newer results are loading. `onUse`: a result was clicked. */
export function SearchResults({ products, isOld, onUse }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const reportUse = useEffectEvent(onUse)
  useEffect(() => {
    const node = list.current
    const listener = () => reportUse()
    node?.addEventListener('click', listener)
    return () => node?.removeEventListener('click', listener)
  }, [])
  return (
    <ul ref={list} className={classes.grid} data-old={isOld || undefined} aria-busy={isOld}>
      {products.map((product) => (
        <ProductCell
          key={`${product.itemCode} ${product.colorCode}`}
          product={product}
          list="search"
          className={classes.cell}
        />
      ))}
    </ul>
  )
}
