import { Badge, Group } from '@mantine/core'
import { IconCopy, IconPlus, IconTestPipe } from '@tabler/icons-react'
import { dayOf } from '#shared/clock.ts'
import { pages } from '#shared/pages.ts'
import type { PriceRuleRow } from '#shared/pricing/priceRules.ts'
import { ruleAudiences, ruleEffects, ruleStates, ruleTargets } from '#shared/pricing/ruleKinds.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import type { Column } from '../list/DataTable.tsx'
import { createFixedExporter } from '../list/exporters.ts'
import { optionsOf } from '../list/FilterBar.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { toCall } from '../list/listSearch.ts'
import { RowAction, RowActions, useRemoval } from '../list/removal.tsx'
import { useList } from '../list/useList.ts'
import { PageButton } from '../PageButton.tsx'
import { accountFinder } from './finders.ts'
import { RuleUpload } from './RuleUpload.tsx'
import { type RuleSort, ruleList } from './ruleSearch.ts'
import { audienceText, daysText, targetText, tierText } from './ruleWords.ts'

const columns: Column<PriceRuleRow, RuleSort>[] = [
  { name: t('panel.price.name'), sort: 'name', cell: (row) => row.name },
  { name: t('panel.price.audience'), sort: 'precedence', cell: audienceText },
  { key: 'target', name: t('panel.price.target'), cell: targetText },
  {
    key: 'effect',
    name: t('panel.price.effect'),
    cell: (row) => (
      <div>
        {row.tiers.map((tier) => (
          <div key={tier.from}>{tierText(tier, row)}</div>
        ))}
      </div>
    ),
  },
  { name: t('panel.price.days'), sort: 'validFrom', cell: daysText },
  { key: 'state', name: t('order.state'), cell: (row) => <Marks rule={row} /> },
]

const editLink = ({ id }: PriceRuleRow) => ({ to: '/fiyatlar/edit/$id' as const, params: { id } })

export function RuleListPage() {
  const list = useList({
    definition: ruleList,
    queryKey: ['priceRules'],
    load: (request, options) => api.post('/api/Price/GetPriceRules', toCall(request), options),
  })
  return (
    <ListPage
      title={t('panel.priceRules')}
      list={list}
      total={(count) => t('panel.price.total', { count })}
      empty={{ title: t('panel.price.emptyTitle'), text: t('panel.price.emptyText') }}
      actions={
        <Group gap="xs">
          <RuleUpload />
          <PageButton page={pages.priceTry} Icon={IconTestPipe} />
          <PageButton page={pages.priceRuleCreate} Icon={IconPlus} isMain />
        </Group>
      }
      search={t('panel.price.search')}
      filters={{
        audience: {
          label: t('panel.price.audience'),
          options: optionsOf(ruleAudiences, (audience) => t(`panel.price.audience.${audience}`)),
        },
        currAccCode: { label: t('order.customer'), finder: accountFinder },
        target: {
          label: t('panel.price.target'),
          options: optionsOf(ruleTargets, (target) => t(`panel.price.target.${target}`)),
        },
        effect: {
          label: t('panel.price.effect'),
          options: optionsOf(ruleEffects, (effect) => t(`panel.price.effect.${effect}`)),
        },
        state: {
          label: t('order.state'),
          options: optionsOf(ruleStates, (state) => t(`panel.price.state.${state}`)),
        },
      }}
      columns={columns}
      rowLink={editLink}
      rowActions={rowActions}
      exporter={createFixedExporter('/api/Price/ExportPriceRules', toCall(list.criteria))}
    />
  )
}

function stateOf({ isActive, validFrom = '', validUntil }: PriceRuleRow) {
  const today = dayOf(new Date(), settings.timeZone)
  if (!isActive) return 'off'
  if (validFrom > today) return 'coming'
  return validUntil && validUntil < today ? 'over' : 'valid'
}

function Marks({ rule }: { rule: PriceRuleRow }) {
  const state = stateOf(rule)
  return (
    <Group gap={4}>
      <Badge color={state === 'valid' ? 'green' : 'gray'} variant="light">
        {t(`panel.price.state.${state}`)}
      </Badge>
      {rule.endsOthers && <Badge variant="light">{t('panel.price.endsShort')}</Badge>}
      {rule.code && (
        <Badge variant="light" tt="none">
          <bdi>{rule.code}</bdi>
        </Badge>
      )}
    </Group>
  )
}

const rowActions = (row: PriceRuleRow) => <Actions row={row} />

function Actions({ row }: { row: PriceRuleRow }) {
  const removal = useRemoval(
    {
      remove: (id) => api.post('/api/Price/DeletePriceRule', { id }),
      restore: (id) => api.post('/api/Price/RestorePriceRule', { id }),
      queryKeys: ['priceRules'],
    },
    row,
  )
  return (
    <RowActions name={row.name} isDeleted={false} removal={removal} edit={editLink(row)}>
      <RowAction
        Icon={IconCopy}
        label={t('panel.price.copyName', { name: row.name })}
        link={{ to: '/fiyatlar/create', search: { from: row.id } as never }}
      />
    </RowActions>
  )
}
