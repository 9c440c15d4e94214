import { mayOpen, openTo, type Page, panelTree } from '#shared/pages.ts'
import { useSession } from '#web/session.ts'

export function useMenu(): Page[] {
  const user = useSession((session) => session.user)
  return user ? openTo(panelTree, user) : []
}

export function useMayOpen(page: Page): boolean {
  const user = useSession((session) => session.user)
  return user !== undefined && mayOpen(page, user)
}
