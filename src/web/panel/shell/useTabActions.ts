import { type LinkProps, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import { usePagePath } from './pageAddress.ts'
import { refreshPage } from './refreshPage.ts'
import { closeTabs, hasChanges, leaveQuestionOf, removeGuards, useTabs } from './tabStore.ts'
import { type Tab, tabsInBar } from './tabs.ts'

/** Asks about unsaved changes; true if the pages may close. */
export async function confirmLosingChanges(paths: readonly string[]): Promise<boolean> {
  const [first, ...others] = paths.filter(hasChanges)
  if (first === undefined) return true
  const customQuestion = others.length === 0 ? leaveQuestionOf(first) : undefined
  const defaultQuestion = {
    title: t('panel.form.leaveTitle'),
    text: t('panel.form.leaveText'),
    action: t('panel.form.leave'),
    cancel: t('panel.form.stay'),
    isDangerous: true,
  }
  if (!(await confirm(customQuestion ?? defaultQuestion))) return false
  removeGuards(paths)
  return true
}

export function useShowTab(): (tab: Tab) => Promise<void> {
  const router = useRouter()
  return ({ page, params, search }) =>
    router.navigate({ to: page.path, params, search } as LinkProps & { to: string })
}

/** Click handler for links: shows the page's open tab in its last state, if there is one. */
export function useBackToTab(): (event: MouseEvent, path: string) => void {
  const show = useShowTab()
  return (event, path) => {
    const { open, active } = useTabs.getState()
    const tab = open.find((candidate) => candidate.path === path && !candidate.isClosing)
    if (!tab || path === active || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void show(tab)
  }
}

/** Actions answer false if the user keeps unsaved changes. */
export function useTabActions() {
  const router = useRouter()
  const show = useShowTab()
  const close = async (paths: readonly string[], next?: LinkProps) => {
    if (!(await confirmLosingChanges(paths))) return false
    closeTabs(paths)
    const { open, active } = useTabs.getState()
    if (!open.find(({ path }) => path === active)?.isClosing) return true
    const last = tabsInBar(open).at(-1)
    if (next) await router.navigate(next)
    else if (last) await show(last)
    else await router.navigate({ to: '/panel' })
    return true
  }
  return {
    /** If the visible page is closed, shows `next` or the last tab. */
    close,
    refresh: async (tab: Tab) => {
      if (!(await confirmLosingChanges([tab.path]))) return false
      refreshPage(tab.path)
      if (useTabs.getState().active !== tab.path) await show(tab)
      return true
    },
    closeOthers: async (tab: Tab, others: readonly Tab[]) => {
      const paths = others.map(({ path }) => path)
      if (!(await confirmLosingChanges(paths))) return false
      closeTabs(paths)
      if (useTabs.getState().active !== tab.path) await show(tab)
      return true
    },
    /** Except pinned tabs. Called on a pinned tab, the visible page stays. */
    closeAll: async ({ page }: Tab) => {
      const paths = useTabs
        .getState()
        .open.flatMap((candidate) => (candidate.page.affix ? [] : [candidate.path]))
      if (!page.affix) return close(paths)
      if (!(await confirmLosingChanges(paths))) return false
      closeTabs(paths)
      return true
    },
  }
}

/** Closes the current page's tab, after asking about changes. */
export function useClosePage(): (next: LinkProps) => Promise<boolean> {
  const path = usePagePath()
  const { close } = useTabActions()
  return (next) => close([path], next)
}
