import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import { useViewedAccount } from '../account.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { ImageDialog } from './ImageDialog.tsx'
import { loadedProduct, useImageOverlay, useShownImage } from './useImageOverlay.ts'

/** Shows the images of the product in the address. Closes with a message if there are none. */
export function ImageViewer() {
  const { imgItem, imgColor, imgIndex } = useShownImage()
  const { show, close } = useImageOverlay()
  const { product, isMissing, error } = useShownProduct(imgItem, imgColor)
  useEffect(() => {
    if (!isMissing && !error) return
    notifyFailure(error ?? t('ordering.image.notFound'))
    close()
    // Only on these changes, not on other renders.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isMissing, error])
  if (isMissing || error) return null
  return (
    <ImageDialog
      product={product}
      index={product ? Math.min(imgIndex, product.images.length - 1) : 0}
      onShow={show}
      onClose={close}
    />
  )
}

function useShownProduct(itemCode: string, colorCode: string) {
  const currAccCode = useViewedAccount()
  const userId = useSession((session) => session.user?.id)
  const orderType = useCart((cart) => cart.orderType)
  const input = { itemCode, colorCode, currAccCode, orderType, limit: 1 }
  const { data, error } = useQuery({
    queryKey: ['shownProduct', userId, input],
    queryFn: async ({ signal }) => {
      const { products } = (await api.post('/api/Shop/GetCategoryProducts', input, { signal })).data
      return products[0] ?? null
    },
    initialData: () => loadedProduct({ imgItem: itemCode, imgColor: colorCode }),
    enabled: itemCode !== '' && colorCode !== '',
    staleTime: 300_000,
  })
  const isNamed = itemCode !== '' && colorCode !== ''
  return {
    product: data ?? undefined,
    isMissing: !isNamed || data === null || data?.images.length === 0,
    error,
  }
}
