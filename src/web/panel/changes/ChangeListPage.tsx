import { changeActions, changeSubjects } from '#shared/changeKinds.ts'
import { mostChanges } from '#shared/changes.ts'
import { changeColumns } from '#shared/exportColumns.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { ChoiceChip } from '../list/ChoiceChip.tsx'
import { DaysChip } from '../list/DaysChip.tsx'
import { createListExporter } from '../list/exporters.ts'
import { FilterBar } from '../list/FilterBar.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { toInstants } from '../list/listSearch.ts'
import { useList } from '../list/useList.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { changeList } from './changeSearch.ts'
import { OnlyChips } from './OnlyChips.tsx'

export function ChangeListPage() {
  const list = useList({
    savedAs: 'changes',
    definition: changeList,
    queryKey: ['changes'],
    load: async ({ text, period, from, to, sort: _sort, order: _order, ...filterValues }, options) => {
      const request = { ...filterValues, search: text, ...toInstants({ period, from, to }) }
      return (await api.post('/api/Account/GetChanges', request, options)).data
    },
    // Must show a change made a moment ago.
    staleTime: 0,
  })
  const { search, set } = list
  const {
    text: searchText,
    period: periodFilter,
    from: fromFilter,
    to: toFilter,
    sort: _sort,
    order: _order,
    ...filters
  } = list.criteria
  const exporter = createListExporter(
    '/api/Account/ExportChanges',
    changeColumns,
    {
      ...filters,
      search: searchText,
      ...toInstants({ period: periodFilter, from: fromFilter, to: toFilter }),
    },
    { who: ['who', 'address'], what: ['what', 'name'], action: ['action', 'before', 'after'] },
  )
  return (
    <ListPage
      title={t('panel.changes')}
      list={list}
      total={(count) =>
        count < mostChanges
          ? t('panel.changes.total', { count })
          : t('panel.changes.totalCapped', { count: formatCount(mostChanges) })
      }
      empty={{ title: t('panel.changes.emptyTitle'), text: t('panel.changes.emptyText') }}
      filters={
        <FilterBar saved={list.saved} label={t('panel.changes.search')} search={search} set={set}>
          <ChoiceChip
            label={t('panel.changes.what')}
            value={search.subject}
            // The record belongs to the previous subject.
            onChange={(subject) => set({ subject, subjectId: undefined })}
            options={changeSubjects.map((value) => ({ value, label: t(`panel.changes.subject.${value}`) }))}
          />
          <ChoiceChip
            label={t('panel.changes.action')}
            value={search.action}
            onChange={(action) => set({ action })}
            options={changeActions.map((value) => ({ value, label: t(`panel.changes.action.${value}`) }))}
          />
          <DaysChip search={search} set={set} />
          <OnlyChips search={search} set={set} rows={list.rows} />
        </FilterBar>
      }
    >
      {(rows) => (
        <ChangeTable list={list} rows={rows} filterByUser={(userId) => set({ userId })} exporter={exporter} />
      )}
    </ListPage>
  )
}
