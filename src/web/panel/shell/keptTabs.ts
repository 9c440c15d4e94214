import type { UserInfo } from '#shared/account.ts'
import { mayOpen, type Page, pages } from '#shared/pages.ts'
import { language } from '#web/i18n.ts'
import { tabStorageKey } from '#web/tabStorage.ts'
import { trySetItem } from '#web/trySetItem.ts'
import { useTabs } from './tabStore.ts'
import type { Tab } from './tabs.ts'

type Kept = { owner: string; language: string; tabs: KeptTab[] }
type KeptTab = Pick<Tab, 'path' | 'params' | 'search'> & { page: string; title?: string | undefined }

let hasBegun = false

/** Begins with the pinned tabs, and those that were open before a reload; keeps them for the next one. */
export function beginTabs(user: UserInfo): void {
  if (hasBegun) return
  hasBegun = true
  const owner = `${user.id} ${user.roles.join()}`
  const kept = read()
  const restored = kept?.owner === owner ? kept.tabs.flatMap((tab) => restoredTab(tab, user)) : []
  const pinned = Object.values<Page>(pages)
    .filter((page) => page.affix && mayOpen(page, user))
    .map((page): Tab => ({ page, path: page.path, params: {}, search: {}, round: 0 }))
  const isOther = ({ path }: Tab) => pinned.every((tab) => tab.path !== path)
  // A title is a sentence in the language it was written in.
  const titled = kept?.language === language ? kept.tabs.filter(({ title }) => title) : []
  useTabs.setState({
    open: [...pinned, ...restored.filter(isOther)],
    titles: Object.fromEntries(titled.map(({ path, title }) => [path, title ?? ''])),
  })
  useTabs.subscribe((now, before) => {
    if (now.open !== before.open || now.titles !== before.titles) keep(owner)
  })
}

function restoredTab({ page: name, path, params, search }: KeptTab, user: UserInfo): Tab[] {
  const page = Object.values<Page>(pages).find((one) => one.path === name)
  return page && mayOpen(page, user) ? [{ page, path, params, search, round: 0 }] : []
}

function keep(owner: string): void {
  const { open, titles } = useTabs.getState()
  const tabs = open
    .filter(({ isOff }) => !isOff)
    .map(({ page, path, params, search }) => ({
      page: page.path,
      path,
      params,
      search,
      title: titles[path],
    }))
  trySetItem(sessionStorage, tabStorageKey, JSON.stringify({ owner, language, tabs } satisfies Kept))
}

function read(): Kept | undefined {
  try {
    const kept: Kept | null = JSON.parse(sessionStorage.getItem(tabStorageKey) ?? 'null')
    return Array.isArray(kept?.tabs) ? kept : undefined
  } catch {
    return undefined
  }
}
