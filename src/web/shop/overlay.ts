import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { Overlays } from './overlaySearch.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The overlay this history entry was made for. */
    overlay?: string
  }
}

/** The entry being left: a second press must not go back twice. */
let leavingEntry: string | undefined

/**
 * An overlay in the address. Opening adds a history entry, so Back closes it. Closing goes back, or, if
 * opened by address, removes the parameter. Other parameters stay.
 */
export function useOverlay(name: keyof Overlays | 'filters') {
  const isOpen = useSearch({
    strict: false,
    select: (search: Record<string, unknown>) => search[name] === 1,
  })
  const navigate = useNavigate()
  const { history } = useRouter()
  const updateAddress = (change: Record<string, unknown>, replace: boolean, overlay: string | undefined) =>
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
      if (!isOpen) updateAddress({ [name]: 1 }, false, name)
    },
    close: () => {
      const { overlay, __TSR_key: entry } = history.location.state
      if (overlay !== name) updateAddress({ [name]: undefined }, true, undefined)
      else if (leavingEntry !== entry) {
        leavingEntry = entry
        history.back()
      }
    },
    /** Replaces it with another overlay. */
    replaceWith: (other: keyof Overlays) => {
      const { overlay } = history.location.state
      updateAddress({ [name]: undefined, [other]: 1 }, true, overlay === name ? other : undefined)
    },
  }
}
