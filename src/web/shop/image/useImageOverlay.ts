import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { Product } from '#shared/catalogue.ts'
import type { Overlays, ShownImage } from '../routes.tsx'
import { rememberSeen } from '../seen/seen.ts'

/** The product that the viewer was opened for last: it need not be fetched again. */
let handedOver: Product | undefined

/** The product at an address where it is at hand. */
export function knownProduct({ imgItem, imgColor }: ShownImage): Product | undefined {
  return handedOver?.itemCode === imgItem && handedOver?.colorCode === imgColor ? handedOver : undefined
}

const nothing = { imgModal: undefined, imgItem: undefined, imgColor: undefined, imgIndex: undefined }

/** The image viewer, an overlay (see overlay.ts) whose address says which image it shows: a reload shows it again. */
export function useImageOverlay() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const go = (image: { [Name in keyof Overlays]: Overlays[Name] | undefined }, replace: boolean) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...image }),
      hash: true,
      replace,
      resetScroll: false,
      // An entry stays what it was made for: closing goes back where it was opened from within.
      state: (before: object) => (replace ? before : { overlay: 'imgModal' }),
    } as never)
  return {
    open: (product: Product, index: number) => {
      // A double click is one opening, and one Back.
      if (history.location.state.overlay === 'imgModal') return
      handedOver = product
      rememberSeen(product)
      const { itemCode: imgItem, colorCode: imgColor } = product
      go({ imgModal: 1, imgItem, imgColor, imgIndex: index || undefined }, false)
    },
    show: (index: number) => go({ imgIndex: index || undefined }, true),
    close: () => {
      if (history.location.state.overlay === 'imgModal') history.back()
      else go(nothing, true)
    },
  }
}

/** Which image the address asks for. */
export const useShownImage = () =>
  useSearch({
    strict: false,
    select: ({ imgItem = '', imgColor = '', imgIndex = 0 }) => ({ imgItem, imgColor, imgIndex }),
    structuralSharing: true,
  })
