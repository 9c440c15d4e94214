import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import classes from './ListPage.module.css'
import { Pager } from './Pager.tsx'
import type { List } from './useList.ts'

type Props<Row> = {
  title: string
  list: List<Row>
  /** '3 users'. */
  total: (count: number) => string
  actions?: ReactNode
  filters?: ReactNode
  /** Shown for an empty list; `text` is replaced if filters hide everything. */
  empty: { title: string; text: string }
  children: (rows: Row[]) => ReactNode
}

/** Frame of a list: title, count, filters, rows and pages. */
export function ListPage<Row>({ title, list, total, actions, filters, empty, children }: Props<Row>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { rows } = list
  const isPastEnd = rows?.length === 0 && list.total > 0 && !list.isStale
  const lastPage = Math.ceil(list.total / list.limit)
  useEffect(() => {
    if (isPastEnd) list.goToPage(lastPage, { replace: true })
  })
  const clear = () => {
    list.clearFilters()
    // The pressed button disappears with the filters.
    heading.current?.focus()
  }
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3" ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <Group gap="md">
          <Text size="sm" c="var(--ink-soft)" aria-live="polite">
            {rows && (list.isCapped ? t('list.atLeast', { total: total(list.total) }) : total(list.total))}
          </Text>
          {actions}
        </Group>
      </Group>
      {filters}
      {list.error && <Failure error={list.error} onRetry={list.retry} />}
      {!rows && !list.error && <Skeleton height={420} radius="md" />}
      {rows && list.total === 0 && (
        <Empty title={empty.title}>
          <p>{list.isFiltered ? t('panel.list.nothingMatches') : empty.text}</p>
          {list.isFiltered && (
            <Button variant="default" onClick={clear}>
              {t('panel.list.clearFilters')}
            </Button>
          )}
        </Empty>
      )}
      {rows && list.total > 0 && (
        <div className={classes.rows} aria-busy={list.isStale}>
          {children(rows)}
        </div>
      )}
      <Pager list={list} />
    </>
  )
}
