import { mayOpen, openTo, type Page, panelTree } from '#shared/pages.ts'
import { useSession } from '#web/session.ts'

/** The part of the panel's menu that the signed-in user may open. */
export function useMenu(): Page[] {
  const user = useSession((session) => session.user)
  return user ? openTo(panelTree, user) : []
}

/** True where the signed-in user may open a page: for links and buttons that lead there. */
export function useMayOpen(page: Page): boolean {
  const user = useSession((session) => session.user)
  return user !== undefined && mayOpen(page, user)
}
