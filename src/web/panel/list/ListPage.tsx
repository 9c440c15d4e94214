import { Button, Group, Pagination, Select, Skeleton, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { Hint } from '../Hint.tsx'
import { DataTable, type TableProps } from './DataTable.tsx'
import { FilterBar, type Filters } from './FilterBar.tsx'
import classes from './ListPage.module.css'
import { pageSizes } from './listSearch.ts'
import { useSelection } from './selection.ts'
import type { List, PagedList } from './useList.ts'

type Description<Row, Sort extends string> = Omit<
  TableProps<Row, Sort>,
  'label' | 'rows' | 'rowKey' | 'list' | 'columnsName' | 'selection' | 'toolsPlace'
>

/** Rows can be ticked if `bulkActions` are given, even if none, for an export of what is ticked. */
type Props<Row extends { id: string }, Sort extends string, Search extends { text?: string }> = Description<
  Row,
  Sort
> & {
  title: string
  /** Below other parts of the page; searched only once there is something. */
  isPart?: boolean
  list: List<Row, Sort, Search>
  /** '3 users'. */
  total: (count: number) => string
  actions?: ReactNode
  /** Label of the search field. */
  search: string
  filters?: Filters<Search>
  /** Shown for an empty list; `text` is replaced if filters hide everything. */
  empty: { title: string; text: string }
}

/** A list drawn from its description: title, count, filters, table and pages. */
export function ListPage<Row extends { id: string }, Sort extends string, Search extends { text?: string }>({
  title,
  isPart = false,
  list,
  total,
  actions,
  search,
  filters,
  empty,
  ...table
}: Props<Row, Sort, Search>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null)
  const selection = useSelection<Row>(list.filterKey)
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
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="sm" align="baseline">
          <Title order={isPart ? 2 : 1} size={isPart ? 'h4' : 'h3'} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          <Hint aria-live="polite">
            {rows && (list.isCapped ? t('list.atLeast', { total: total(list.total) }) : total(list.total))}
          </Hint>
        </Group>
        <Group gap="xs">
          <div ref={setToolsPlace} className={classes.tools} />
          {actions}
        </Group>
      </Group>
      {!(isPart && rows && list.total === 0 && !list.isFiltered) && (
        <FilterBar label={search} search={list.search} set={list.set} saved={list.saved} filters={filters} />
      )}
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
          <DataTable
            {...table}
            label={title}
            rows={rows}
            rowKey={({ id }) => id}
            list={list}
            columnsName={list.saved?.list}
            toolsPlace={toolsPlace}
            selection={table.bulkActions && selection}
          />
        </div>
      )}
      <Pager list={list} />
    </>
  )
}

/** Hidden if all rows fit the smallest page size. */
function Pager({ list }: { list: PagedList<unknown> }) {
  if (list.total <= pageSizes[0]) return null
  const pageCount = Math.ceil(list.total / list.limit)
  return (
    <>
      {list.isCapped && list.page >= pageCount && (
        <Hint mt="md">{t('panel.list.narrowDown', { count: formatCount(list.total) })}</Hint>
      )}
      <Group component="nav" aria-label={t('panel.list.pages')} justify="space-between" mt="md">
        <Pagination
          total={pageCount}
          value={Math.min(list.page, pageCount)}
          onChange={(page) => list.goToPage(page)}
          getControlProps={(control) => ({
            'aria-label': t(control === 'next' ? 'list.next' : 'list.previous'),
          })}
          getItemProps={(number) => ({ 'aria-label': t('list.page', { number }) })}
        />
        <Select
          aria-label={t('list.rowsPerPage')}
          w={90}
          allowDeselect={false}
          value={String(list.limit)}
          data={pageSizes.map(String)}
          onChange={(value) => list.setLimit(Number(value))}
        />
      </Group>
    </>
  )
}
