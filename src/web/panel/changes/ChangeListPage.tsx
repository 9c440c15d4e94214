import { changeActions, changeSubjects } from '#shared/changeKinds.ts'
import { mostChanges } from '#shared/changes.ts'
import { changeColumns } from '#shared/exportColumns.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { DayRangeField } from '../list/DayRangeField.tsx'
import { exportBy } from '../list/exportBy.ts'
import { FilterSelect } from '../list/FilterSelect.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { instantsOf } from '../list/listSearch.ts'
import { SearchField } from '../list/SearchField.tsx'
import { useList } from '../list/useList.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { changeList } from './changeSearch.ts'
import { OnlyChips } from './OnlyChips.tsx'

/** Who changed what and when: found and filtered by the address of the page, newest first. */
export function ChangeListPage() {
  const list = useList({
    definition: changeList,
    queryKey: ['changes'],
    load: async ({ text, from, to, sort: _sort, order: _order, ...call }, options) => {
      const asked = { ...call, search: text, ...instantsOf({ from, to }) }
      return (await api.post('/api/Account/GetChanges', asked, options)).data
    },
    // Whoever comes from changing something looks for it here.
    staleTime: 0,
  })
  const { search, set } = list
  const { text: typed, from: first, to: last, sort: _sort, order: _order, ...filters } = list.asked
  const exporting = exportBy(
    '/api/Account/ExportChanges',
    changeColumns,
    { ...filters, search: typed, ...instantsOf({ from: first, to: last }) },
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
        <>
          <SearchField
            label={t('panel.changes.search')}
            value={search.text}
            onChange={(text) => set({ text })}
          />
          <FilterSelect
            label={t('panel.changes.what')}
            value={search.subject}
            // What one record was narrowed down to goes with its kind.
            onChange={(subject) => set({ subject, subjectId: undefined })}
            options={changeSubjects.map((value) => ({ value, label: t(`panel.changes.subject.${value}`) }))}
          />
          <FilterSelect
            label={t('panel.changes.action')}
            width={190}
            value={search.action}
            onChange={(action) => set({ action })}
            options={changeActions.map((value) => ({ value, label: t(`panel.changes.action.${value}`) }))}
          />
          <DayRangeField from={search.from} to={search.to} onChange={set} />
          <OnlyChips search={search} set={set} rows={list.rows} />
        </>
      }
    >
      {(rows) => (
        <ChangeTable list={list} rows={rows} onlyBy={(userId) => set({ userId })} exporting={exporting} />
      )}
    </ListPage>
  )
}
