import { useRouterState } from '@tanstack/react-router'
import type { Page } from '#shared/pages.ts'

export function useCurrentPage(): { page: Page | undefined; menuPath: string | undefined } {
  const page = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.page })
  return { page, menuPath: page?.activeMenu ?? page?.path }
}
