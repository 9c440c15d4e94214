import { create } from 'zustand'

/** The choice lives in the cookie `sidebarStatus`: 1 open, 0 closed. On a narrow screen the sidebar opens for once. */
type Sidebar = { isOpen: boolean; isOver: boolean }

const cookie = 'sidebarStatus'

export const useSidebar = create<Sidebar>(() => ({
  isOpen: !document.cookie.split('; ').includes(`${cookie}=0`),
  isOver: false,
}))

/** Opens the sidebar, or makes it narrow; the browser keeps that. */
export function toggleSidebar(): void {
  const isOpen = !useSidebar.getState().isOpen
  useSidebar.setState({ isOpen })
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const value = isOpen ? 1 : 0
  document.cookie = `${cookie}=${value}; Path=/; SameSite=Lax; Max-Age=${365 * 24 * 3600}${secure}`
}

/** On a narrow screen: over the page, or away. */
export function setSidebarOver(isOver: boolean): void {
  useSidebar.setState({ isOver })
}
