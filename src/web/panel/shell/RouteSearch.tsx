import { ActionIcon, Autocomplete } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import Fuse from 'fuse.js'
import { useState } from 'react'
import type { Page } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useMenu } from '../access.ts'
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
  const results = text.trim() ? fuse.search(text.trim()).map(({ item }) => item) : all
  const close = () => {
    setIsOpen(false)
    setText('')
  }
  const openPage = (title: string) => {
    const page = all.find((candidate) => candidate.title === title)
    if (!page) return
    close()
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
      w={{ base: 170, xs: 260 }}
      data={results.map((page) => page.title)}
      // Fuse has already filtered.
      filter={({ options }) => options}
      defaultDropdownOpened
      value={text}
      onChange={setText}
      onOptionSubmit={openPage}
      onBlur={close}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
      selectFirstOptionOnChange
    />
  )
}
