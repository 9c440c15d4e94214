import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { MarkButton } from '../item/MarkButton.tsx'
import { favouritesKey, useFavourites } from './useFavourites.ts'

const heart = 'M19.5 12.572l-7.5 7.428l-7.5 -7.428a5 5 0 1 1 7.5 -6.566a5 5 0 1 1 7.5 6.572'

/** Marks an item for the user, or takes the mark away; for signed-in users. */
export function FavouriteButton({ product }: { product: Product }) {
  const { itemCode, items } = product
  const favourites = useFavourites()
  const queryClient = useQueryClient()
  // Shown at once; the answer follows.
  const [wanted, setWanted] = useState<boolean>()
  const mark = async (isFavourite: boolean) => {
    setWanted(isFavourite)
    await api
      .post('/api/Shop/SetFavourite', { productId: items[0]?.productId ?? '', isFavourite })
      .catch(notifyFailure)
    await queryClient.invalidateQueries({ queryKey: favouritesKey })
    setWanted(undefined)
  }
  if (!favourites.data || items.length === 0) return null
  const isMarked = wanted ?? favourites.data.some((one) => one.itemCode === itemCode)
  return (
    <MarkButton
      isMarked={isMarked}
      icon={heart}
      look="heart"
      text={t('product.favourite')}
      onChange={(isFavourite) => wanted === undefined && void mark(isFavourite)}
    />
  )
}
