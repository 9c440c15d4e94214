import { useEffect, useState } from 'react'
import type { Product } from '#shared/catalogue.ts'
import { productImagePath } from '#shared/images.ts'

/**
 * The address of a product's image of 960 pixels; until that has come, of the one of 640 which the card has loaded
 * already, and for good where the larger one cannot be had.
 */
export function useLargeImage(product: Product, index: number): string {
  const file = product.images[index] ?? ''
  const small = productImagePath(640, { ...product, file })
  const large = productImagePath(960, { ...product, file })
  const [fetched, setFetched] = useState<string>()
  useEffect(() => {
    let isWanted = true
    const image = new Image()
    image.src = large
    image.decode().then(
      () => isWanted && setFetched(large),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [large])
  return fetched === large ? large : small
}
