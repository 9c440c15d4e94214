import { create } from 'zustand'

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
