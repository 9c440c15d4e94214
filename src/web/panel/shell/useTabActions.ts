import { type LinkProps, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import { usePagePath } from './pageAddress.ts'
import { refreshPage } from './refreshPage.ts'
import { closeTabs, hasChanges, questionOf, unguard, useTabs } from './tabStore.ts'
import { inOrder, type Tab } from './tabs.ts'

/** Asks where something would be lost with these pages; true where they may go. */
export async function mayLose(paths: readonly string[]): Promise<boolean> {
  const [first, ...others] = paths.filter(hasChanges)
  if (first === undefined) return true
  const own = others.length === 0 ? questionOf(first) : undefined
  const usual = {
    title: t('panel.form.leaveTitle'),
    text: t('panel.form.leaveText'),
    action: t('panel.form.leave'),
    cancel: t('panel.form.stay'),
    isDangerous: true,
  }
  if (!(await confirm(own ?? usual))) return false
  unguard(paths)
  return true
}

/** Goes to an open page as it was left. */
export function useShowTab(): (tab: Tab) => Promise<void> {
  const router = useRouter()
  return ({ page, params, search }) =>
    router.navigate({ to: page.path, params, search } as LinkProps & { to: string })
}

/** For a link of the shell: a press on it goes back to the page as it was left, where it is open. */
export function useBackToTab(): (event: MouseEvent, path: string) => void {
  const show = useShowTab()
  return (event, path) => {
    const { open, active } = useTabs.getState()
    const tab = open.find((one) => one.path === path && !one.isOff)
    if (!tab || path === active || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void show(tab)
  }
}

/** What can be done with tabs. Each answers false where somebody would rather keep what is not saved. */
export function useTabActions() {
  const router = useRouter()
  const show = useShowTab()
  const close = async (paths: readonly string[], next?: LinkProps) => {
    if (!(await mayLose(paths))) return false
    closeTabs(paths)
    const { open, active } = useTabs.getState()
    if (!open.find(({ path }) => path === active)?.isOff) return true
    const last = inOrder(open).at(-1)
    if (next) await router.navigate(next)
    else if (last) await show(last)
    else await router.navigate({ to: '/panel' })
    return true
  }
  return {
    /** Closes tabs; from the page on the screen, where it is one of them, it goes on to `next` or the last tab. */
    close,
    /** Mounts the page anew under the address it has, and has what it shows asked for again. */
    refresh: async (tab: Tab) => {
      if (!(await mayLose([tab.path]))) return false
      refreshPage(tab.path)
      if (useTabs.getState().active !== tab.path) await show(tab)
      return true
    },
    /** Closes these and leaves `tab`, which comes to the screen. */
    closeOthers: async (tab: Tab, others: readonly Tab[]) => {
      const paths = others.map(({ path }) => path)
      if (!(await mayLose(paths))) return false
      closeTabs(paths)
      if (useTabs.getState().active !== tab.path) await show(tab)
      return true
    },
    /** Closes every tab that is not pinned. Asked of a pinned one, the page on the screen stays there. */
    closeAll: async ({ page }: Tab) => {
      const paths = useTabs.getState().open.flatMap((one) => (one.page.affix ? [] : [one.path]))
      if (!page.affix) return close(paths)
      if (!(await mayLose(paths))) return false
      closeTabs(paths)
      return true
    },
  }
}

/** Closes the page's own tab, which is asked about where it has changes, and goes on. */
export function useClosePage(): (next: LinkProps) => Promise<boolean> {
  const path = usePagePath()
  const { close } = useTabActions()
  return (next) => close([path], next)
}
