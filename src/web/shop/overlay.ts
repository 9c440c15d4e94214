import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { Overlays } from './routes.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The overlay that this entry of the history was made for: going back closes it. */
    overlay?: string
  }
}

/** The entry of the history that is being left: a second press must not go back twice. */
let leaving: string | undefined

/**
 * Something that lies over a page and stands in its address. Opening makes an entry of the history, so that Back
 * closes it. Closing goes back where it was opened from within, else it leaves the address in place: a later Back
 * does not open it again. Other parameters stay.
 */
export function useOverlay(name: keyof Overlays | 'filters') {
  const isOpen = useSearch({
    strict: false,
    select: (search: Record<string, unknown>) => search[name] === 1,
  })
  const navigate = useNavigate()
  const { history } = useRouter()
  const go = (change: Record<string, unknown>, replace: boolean, overlay: string | undefined) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...change }),
      hash: true,
      replace,
      resetScroll: false,
      ...(overlay ? { state: { overlay } } : {}),
    } as never)
  return {
    isOpen,
    open: () => {
      if (!isOpen) go({ [name]: 1 }, false, name)
    },
    close: () => {
      const { overlay, __TSR_key: entry } = history.location.state
      if (overlay !== name) go({ [name]: undefined }, true, undefined)
      else if (leaving !== entry) {
        leaving = entry
        history.back()
      }
    },
    /** Another one in its place. */
    exchange: (other: keyof Overlays) => {
      const { overlay } = history.location.state
      go({ [name]: undefined, [other]: 1 }, true, overlay === name ? other : undefined)
    },
  }
}
