import { useEffect, useState } from 'react'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { productImagePath } from '#shared/photos/images.ts'

/** The 960 px image once loaded; before that, or if it fails, the card's 640 px one. */
export function useLargeImage(product: Product, index: number): string {
  const file = product.images[index] ?? ''
  const small = productImagePath(640, { ...product, file })
  const large = productImagePath(960, { ...product, file })
  const [loadedUrl, setLoadedUrl] = useState<string>()
  useEffect(() => {
    let isMounted = true
    const image = new Image()
    image.src = large
    image.decode().then(
      () => isMounted && setLoadedUrl(large),
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [large])
  return loadedUrl === large ? large : small
}
