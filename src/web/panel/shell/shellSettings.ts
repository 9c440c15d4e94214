import { create } from 'zustand'
import { trySetItem } from '#web/trySetItem.ts'

/** The panel's appearance in this browser. Without a `themeColor`, the company's applies. */
export type ShellSettings = {
  themeColor: string | undefined
  hasTabBar: boolean
  isHeaderFixed: boolean
  hasLogo: boolean
}

const storageKey = 'panelSettings'
const defaultSettings: ShellSettings = {
  themeColor: undefined,
  hasTabBar: true,
  isHeaderFixed: false,
  hasLogo: false,
}

export const useShellSettings = create<ShellSettings>(readStored)

/** Other windows follow at their next load. */
export function setShellSettings(change: Partial<ShellSettings>): void {
  useShellSettings.setState(change)
  const isStored = trySetItem(localStorage, storageKey, JSON.stringify(useShellSettings.getState()))
  // Otherwise the previous choice would return.
  if (!isStored) localStorage.removeItem(storageKey)
}

/** Ignores what it cannot understand. */
function readStored(): ShellSettings {
  const stored = parseObject(localStorage.getItem(storageKey))
  const { themeColor } = stored
  const isColor = typeof themeColor === 'string' && /^#[\da-f]{6}$/i.test(themeColor)
  const isFlipped = (name: keyof ShellSettings) => stored[name] === !defaultSettings[name]
  return {
    themeColor: isColor ? themeColor : undefined,
    hasTabBar: !isFlipped('hasTabBar'),
    isHeaderFixed: isFlipped('isHeaderFixed'),
    hasLogo: isFlipped('hasLogo'),
  }
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** `isOpen` is kept in the cookie `sidebarStatus` (1 or 0); `isOverlayOpen` is for narrow screens. */
type Sidebar = { isOpen: boolean; isOverlayOpen: boolean }

const cookieName = 'sidebarStatus'

export const useSidebar = create<Sidebar>(() => ({
  isOpen: !document.cookie.split('; ').includes(`${cookieName}=0`),
  isOverlayOpen: false,
}))

/** Wide screens: open or narrow, remembered. */
export function toggleSidebar(): void {
  const isOpen = !useSidebar.getState().isOpen
  useSidebar.setState({ isOpen })
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const value = isOpen ? 1 : 0
  document.cookie = `${cookieName}=${value}; Path=/; SameSite=Lax; Max-Age=${365 * 24 * 3600}${secure}`
}

/** Narrow screens: overlay or hidden. */
export function setSidebarOverlay(isOverlayOpen: boolean): void {
  useSidebar.setState({ isOverlayOpen })
}
