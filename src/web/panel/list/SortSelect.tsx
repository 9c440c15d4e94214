import { ActionIcon, Group, NativeSelect } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import type { Column } from './columns.ts'
import type { Sorting } from './useList.ts'

type Props<Row, Sort extends string> = { columns: Column<Row, Sort>[]; sorting: Sorting<Sort> }

/** For phones, which show no column headings. */
export function SortSelect<Row, Sort extends string>({ columns, sorting }: Props<Row, Sort>) {
  const isAscending = sorting.order === 'asc'
  const Icon = isAscending ? IconSortAscending : IconSortDescending
  const sortable = columns.flatMap(({ sort, name }) => (sort ? [{ value: sort, label: name }] : []))
  return (
    <Group hiddenFrom="sm" gap="xs" flex={1} miw={0} wrap="nowrap">
      <NativeSelect
        flex={1}
        miw={0}
        aria-label={t('panel.list.sortBy')}
        data={sortable}
        value={sorting.sort}
        onChange={(event) => {
          const chosen = sortable.find((option) => option.value === event.currentTarget.value)
          if (chosen) sorting.onSort(chosen.value, sorting.order)
        }}
      />
      <ActionIcon
        variant="default"
        size={42}
        aria-label={t(isAscending ? 'panel.list.ascending' : 'panel.list.descending')}
        onClick={() => sorting.onSort(sorting.sort, isAscending ? 'desc' : 'asc')}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
