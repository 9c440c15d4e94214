import { Badge, Group } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { QuantityRuleRow } from '#shared/pricing/quantityRules.ts'
import { quantityTargets, ruleAudiences } from '#shared/pricing/ruleKinds.ts'
import { api } from '#web/api.ts'
import { quantityText } from '#web/brokenLimitWords.ts'
import { t } from '#web/i18n.ts'
import { IconButton } from '../IconButton.tsx'
import type { Column } from '../list/DataTable.tsx'
import { createFixedExporter } from '../list/exporters.ts'
import { optionsOf } from '../list/FilterBar.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { toCall } from '../list/listSearch.ts'
import { RowAction, RowActions, useRemoval } from '../list/removal.tsx'
import { useList } from '../list/useList.ts'
import { accountFinder } from './finders.ts'
import { QuantityRuleDialog } from './QuantityRuleDialog.tsx'
import { QuantityWarnings } from './QuantityWarnings.tsx'
import { QuantityRuleUpload } from './RuleUpload.tsx'
import { type QuantityRuleSort, quantityRuleList } from './ruleSearch.ts'
import { audienceText, quantityTargetText } from './ruleWords.ts'

const limitCell = (name: 'minimum' | 'multiple' | 'maximum') => (row: QuantityRuleRow) =>
  row[name] === undefined ? '–' : <bdi>{quantityText(row[name], row)}</bdi>

const columns: Column<QuantityRuleRow, QuantityRuleSort>[] = [
  { name: t('panel.price.target'), sort: 'target', cell: quantityTargetText },
  { name: t('panel.price.audience'), sort: 'audience', cell: audienceText },
  { key: 'minimum', name: t('panel.quantity.minimum'), isNamed: true, cell: limitCell('minimum') },
  { key: 'multiple', name: t('panel.quantity.multiple'), isNamed: true, cell: limitCell('multiple') },
  { key: 'maximum', name: t('panel.quantity.maximum'), isNamed: true, cell: limitCell('maximum') },
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
          <Group gap="xs">
            <QuantityRuleUpload />
            <IconButton Icon={IconPlus} variant="filled" onClick={() => setEdited('new')}>
              {t('panel.quantity.add')}
            </IconButton>
          </Group>
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
        exporter={createFixedExporter('/api/Price/ExportQuantityRules', toCall(list.criteria))}
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
  const name = quantityTargetText(row)
  const removal = useRemoval(
    {
      remove: (id) => api.post('/api/Price/DeleteQuantityRule', { id }),
      restore: (id) => api.post('/api/Price/RestoreQuantityRule', { id }),
      queryKeys: ['quantityRules'],
    },
    { id: row.id, name },
  )
  return (
    <RowActions name={name} isDeleted={false} removal={removal}>
      <RowAction Icon={IconPencil} label={t('panel.person.editName', { name })} onClick={onEdit} />
    </RowActions>
  )
}
