import { mayOpen, type Page, pages } from '#shared/pages.ts'
import type { UserInfo } from '#shared/users/account.ts'
import { language } from '#web/i18n.ts'
import { tabStorageKey } from '#web/tabStorage.ts'
import { trySetItem } from '#web/trySetItem.ts'
import { useTabs } from './tabStore.ts'
import type { Tab } from './tabs.ts'

type StoredTabs = { owner: string; language: string; tabs: StoredTab[] }
type StoredTab = Pick<Tab, 'path' | 'params' | 'search'> & { page: string; title?: string | undefined }

let isRestored = false

/** Opens the pinned tabs and those open before a reload, and stores changes for the next one. */
export function restoreTabs(user: UserInfo): void {
  if (isRestored) return
  isRestored = true
  const owner = `${user.id} ${user.roles.join()}`
  const stored = readStored()
  const restored = stored?.owner === owner ? stored.tabs.flatMap((tab) => restoredTab(tab, user)) : []
  const pinned = Object.values<Page>(pages)
    .filter((page) => page.affix && mayOpen(page, user))
    .map((page): Tab => ({ page, path: page.path, params: {}, search: {}, restartCount: 0 }))
  const isOther = ({ path }: Tab) => pinned.every((tab) => tab.path !== path)
  // Stored titles are in the language of that time.
  const titled = stored?.language === language ? stored.tabs.filter(({ title }) => title) : []
  useTabs.setState({
    open: [...pinned, ...restored.filter(isOther)],
    titles: Object.fromEntries(titled.map(({ path, title }) => [path, title ?? ''])),
  })
  useTabs.subscribe((state, before) => {
    if (state.open !== before.open || state.titles !== before.titles) storeTabs(owner)
  })
}

function restoredTab({ page: name, path, params, search }: StoredTab, user: UserInfo): Tab[] {
  const page = Object.values<Page>(pages).find((candidate) => candidate.path === name)
  return page && mayOpen(page, user) ? [{ page, path, params, search, restartCount: 0 }] : []
}

function storeTabs(owner: string): void {
  const { open, titles } = useTabs.getState()
  const tabs = open
    .filter(({ isClosing }) => !isClosing)
    .map(({ page, path, params, search }) => ({
      page: page.path,
      path,
      params,
      search,
      title: titles[path],
    }))
  trySetItem(sessionStorage, tabStorageKey, JSON.stringify({ owner, language, tabs } satisfies StoredTabs))
}

function readStored(): StoredTabs | undefined {
  try {
    const stored: StoredTabs | null = JSON.parse(sessionStorage.getItem(tabStorageKey) ?? 'null')
    return Array.isArray(stored?.tabs) ? stored : undefined
  } catch {
    return undefined
  }
}
