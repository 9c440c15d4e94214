import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { Product } from '#shared/catalogue/catalogue.ts'
import type { Overlays, ShownImage } from '../overlaySearch.ts'
import { rememberSeen } from '../seen/seen.ts'

/** The last opened product, which needs no loading. */
let lastOpened: Product | undefined

export function loadedProduct({ imgItem, imgColor }: ShownImage): Product | undefined {
  return lastOpened?.itemCode === imgItem && lastOpened?.colorCode === imgColor ? lastOpened : undefined
}

const closedParams = { imgModal: undefined, imgItem: undefined, imgColor: undefined, imgIndex: undefined }

/** An overlay (see overlay.ts) with its image in the address, so a reload shows it again. */
export function useImageOverlay() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const updateAddress = (image: { [Name in keyof Overlays]: Overlays[Name] | undefined }, replace: boolean) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...image }),
      hash: true,
      replace,
      resetScroll: false,
      // Replaced entries keep their state, so closing goes back.
      state: (before: object) => (replace ? before : { overlay: 'imgModal' }),
    } as never)
  return {
    open: (product: Product, index: number) => {
      // A double click opens once.
      if (history.location.state.overlay === 'imgModal') return
      lastOpened = product
      rememberSeen(product)
      const { itemCode: imgItem, colorCode: imgColor } = product
      updateAddress({ imgModal: 1, imgItem, imgColor, imgIndex: index || undefined }, false)
    },
    show: (index: number) => updateAddress({ imgIndex: index || undefined }, true),
    close: () => {
      if (history.location.state.overlay === 'imgModal') history.back()
      else updateAddress(closedParams, true)
    },
  }
}

export const useShownImage = () =>
  useSearch({
    strict: false,
    select: ({ imgItem = '', imgColor = '', imgIndex = 0 }) => ({ imgItem, imgColor, imgIndex }),
    structuralSharing: true,
  })
