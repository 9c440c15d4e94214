import { Badge, Group } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { QuantityRuleRow } from '#shared/pricing/quantityRules.ts'
import { quantityTargets, ruleAudiences } from '#shared/pricing/ruleKinds.ts'
import { api } from '#web/api.ts'
import { quantityText } from '#web/brokenLimitWords.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { IconButton } from '../IconButton.tsx'
import type { Column } from '../list/DataTable.tsx'
import { optionsOf } from '../list/FilterBar.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { toCall } from '../list/listSearch.ts'
import { focusAfter, RowAction } from '../list/removal.tsx'
import { useList } from '../list/useList.ts'
import { refetch } from '../refetch.ts'
import { useBusy } from '../useBusy.ts'
import { accountFinder } from './finders.ts'
import { QuantityRuleDialog, quantityInput } from './QuantityRuleDialog.tsx'
import { QuantityWarnings } from './QuantityWarnings.tsx'
import { type QuantityRuleSort, quantityRuleList } from './ruleSearch.ts'
import { audienceText, quantityTargetText } from './ruleWords.ts'

const limitCell = (name: 'minimum' | 'multiple' | 'maximum') => (row: QuantityRuleRow) =>
  row[name] === undefined ? '–' : <bdi>{quantityText(row[name], row)}</bdi>

const columns: Column<QuantityRuleRow, QuantityRuleSort>[] = [
  { name: t('panel.price.target'), sort: 'target', cell: quantityTargetText },
  { name: t('panel.price.audience'), sort: 'audience', cell: audienceText },
  { key: 'minimum', name: t('panel.quantity.minimum'), cell: limitCell('minimum') },
  { key: 'multiple', name: t('panel.quantity.multiple'), cell: limitCell('multiple') },
  { key: 'maximum', name: t('panel.quantity.maximum'), cell: limitCell('maximum') },
  {
    key: 'state',
    name: t('order.state'),
    cell: ({ isActive, mayOverride }) => (
      <Group gap={4}>
        <Badge color={isActive ? 'green' : 'gray'} variant="light">
          {t(isActive ? 'panel.price.state.valid' : 'panel.price.state.off')}
        </Badge>
        {mayOverride && <Badge variant="light">{t('panel.quantity.overrideShort')}</Badge>}
      </Group>
    ),
  },
]

/** How much must or may be ordered. */
export function QuantityRulesPage() {
  const [edited, setEdited] = useState<QuantityRuleRow | 'new'>()
  const [saved, setSaved] = useState<{ id: string; version: number }>()
  const list = useList({
    definition: quantityRuleList,
    queryKey: ['quantityRules'],
    load: (request, options) => api.post('/api/Price/GetQuantityRules', toCall(request), options),
  })
  return (
    <>
      {saved && <QuantityWarnings {...saved} />}
      <ListPage
        title={t('panel.quantityRules')}
        list={list}
        total={(count) => t('panel.price.total', { count })}
        empty={{ title: t('panel.quantity.emptyTitle'), text: t('panel.quantity.emptyText') }}
        actions={
          <IconButton Icon={IconPlus} variant="filled" onClick={() => setEdited('new')}>
            {t('panel.quantity.add')}
          </IconButton>
        }
        search={t('panel.price.search')}
        filters={{
          target: {
            label: t('panel.price.target'),
            options: optionsOf(quantityTargets, (target) => t(`panel.quantity.target.${target}`)),
          },
          audience: {
            label: t('panel.price.audience'),
            options: optionsOf(ruleAudiences, (audience) => t(`panel.price.audience.${audience}`)),
          },
          currAccCode: { label: t('order.customer'), finder: accountFinder },
        }}
        columns={columns}
        rowActions={actionsWith(setEdited)}
      />
      {edited && (
        <QuantityRuleDialog
          rule={edited === 'new' ? undefined : edited}
          onSaved={setSaved}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

const actionsWith = (edit: (row: QuantityRuleRow) => void) => (row: QuantityRuleRow) => (
  <Actions row={row} onEdit={() => edit(row)} />
)

function Actions({ row, onEdit }: { row: QuantityRuleRow; onEdit: () => void }) {
  const { run, isBusy } = useBusy('quantityRules')
  const name = quantityTargetText(row)
  const remove = async (button: HTMLElement) => {
    const next = focusAfter(button)
    await api.post('/api/Price/DeleteQuantityRule', { id: row.id })
    notifyDone(t('panel.person.deleted', { name }), {
      undo: async () => {
        await api.post('/api/Price/SaveQuantityRule', quantityInput(row))
        await refetch('quantityRules')
      },
    })
    next?.focus()
  }
  return (
    <>
      <RowAction Icon={IconPencil} label={t('panel.person.editName', { name })} onClick={onEdit} />
      <RowAction
        Icon={IconTrash}
        label={t('panel.person.deleteName', { name })}
        color="red"
        aria-busy={isBusy}
        onClick={({ currentTarget }) => run(() => remove(currentTarget))}
      />
    </>
  )
}
