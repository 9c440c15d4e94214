import { ActionIcon, Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import Fuse from 'fuse.js'
import { useState } from 'react'
import type { Page } from '#shared/pages.ts'
import { textMatcher } from '#shared/text/textMatch.ts'
import { t } from '#web/i18n.ts'
import { useMenu } from '../access.ts'
import { useRecordSearch } from './recordSearch.ts'
import { useTabs } from './tabStore.ts'
import { useShowTab } from './useTabActions.ts'

type SearchEntry = { path: string; title: string }

function searchEntries(tree: readonly Page[], above: string[] = []): SearchEntry[] {
  return tree.flatMap((page) => {
    if (page.hidden) return []
    const titles = [...above, t(page.title)]
    return page.children
      ? searchEntries(page.children, titles)
      : [{ path: page.path, title: [...new Set(titles)].join(' > ') }]
  })
}

/** Opened by a click, so the user wants to type. */
const focusField = (field: HTMLInputElement | null) => field?.focus()

/** Finds pages, orders, customers and products. */
export function RouteSearch() {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const show = useShowTab()
  const all = searchEntries(useMenu())
  const fuse = new Fuse(all, {
    threshold: 0.4,
    ignoreLocation: true,
    keys: [
      { name: 'title', weight: 0.7 },
      { name: 'path', weight: 0.3 },
    ],
  })
  const typed = text.trim()
  const results = typed ? fuse.search(typed).map(({ item }) => item) : all
  const [settledText] = useDebouncedValue(typed, 250)
  const found = useRecordSearch(isOpen ? settledText : '')
  const pageGroup = { group: t('panel.find.pages'), items: results.map(({ title }) => title) }
  const recordGroups = found.map(({ group, records }) => ({
    group,
    items: [...new Set(records.map(({ title }) => title))],
  }))
  // Pages that are only similar to the text come behind records that have it.
  const hasText = textMatcher(typed)
  const isPageMeant = results.some(({ title }) => hasText(title))
  const groups = (isPageMeant ? [pageGroup, ...recordGroups] : [...recordGroups, pageGroup]).filter(
    ({ items }) => items.length > 0,
  )
  const close = () => {
    setIsOpen(false)
    setText('')
  }
  const open = (title: string) => {
    const record = found.flatMap(({ records }) => records).find((candidate) => candidate.title === title)
    const page = all.find((candidate) => candidate.title === title)
    close()
    if (record) void navigate(record.link as never)
    if (!page) return
    const tab = useTabs.getState().open.find((candidate) => candidate.path === page.path)
    if (tab) void show(tab)
    else void navigate({ to: page.path })
  }
  if (!isOpen) {
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('panel.findPage')}
        onClick={() => setIsOpen(true)}
      >
        <IconSearch size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <Autocomplete
      ref={focusField}
      aria-label={t('panel.findPage')}
      placeholder={t('panel.findPage')}
      leftSection={<IconSearch size={16} aria-hidden />}
      w={{ base: 190, xs: 340 }}
      data={groups}
      // Already filtered.
      filter={({ options }) => options}
      defaultDropdownOpened
      value={text}
      onChange={setText}
      onOptionSubmit={open}
      onBlur={close}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
      selectFirstOptionOnChange
    />
  )
}
