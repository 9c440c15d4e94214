import { useEffect, useEffectEvent, useRef } from 'react'
import type { Product } from '#shared/catalogue.ts'
import { ProductCell } from '../products/ProductCell.tsx'
import classes from './SearchModal.module.css'

type Props = { products: Product[]; isOld: boolean; onUse: () => void }

/** Real cards: sizes are added right here. `isOld` while others are on their way; `onUse` when one is of use. */
export function SearchResults({ products, isOld, onUse }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const note = useEffectEvent(onUse)
  useEffect(() => {
    const node = list.current
    const listener = () => note()
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
