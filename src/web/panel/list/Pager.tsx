import { Group, Pagination, Select, Text } from '@mantine/core'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { pageSizes } from './listSearch.ts'
import type { List } from './useList.ts'

/** Hidden if all rows fit the smallest page size. */
export function Pager({ list }: { list: List<unknown> }) {
  if (list.total <= pageSizes[0]) return null
  const pageCount = Math.ceil(list.total / list.limit)
  return (
    <>
      {list.isCapped && list.page >= pageCount && (
        <Text size="sm" c="var(--ink-soft)" mt="md">
          {t('panel.list.narrowDown', { count: formatCount(list.total) })}
        </Text>
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
