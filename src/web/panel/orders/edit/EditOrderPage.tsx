import { Alert, Button, Group, Select, Text, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { mayAmend } from '#shared/orderRules.ts'
import type { OrderDetail } from '#shared/orders.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { withChosen } from '../../customers/choices.ts'
import { FormPage, FormSection } from '../../form/FormPage.tsx'
import { useRecordQuery } from '../../form/useRecordQuery.ts'
import { IconAction } from '../../IconButton.tsx'
import { RecordPage } from '../../Loaded.tsx'
import { PageHead } from '../../PageHead.tsx'
import { usePageParams, usePageTitle } from '../../shell/pageAddress.ts'
import { useCall } from '../../useCall.ts'
import { OrderGrid } from '../OrderGrid.tsx'
import { type GridRow, itemsOf, sumLines } from '../orderGrid.ts'
import { getOrder } from '../orderQuery.ts'
import { AddLine } from './AddLine.tsx'
import classes from './EditOrder.module.css'
import {
  changedLines,
  type DraftItem,
  itemsOfDraft,
  type OrderDraft,
  type OrderHeader,
  withoutRow,
  withQty,
} from './orderDraft.ts'
import { moveBetweenCells, QtyCell } from './QtyCell.tsx'
import { type EditConflict, useOrderEditing } from './useOrderEditing.ts'

export function EditOrderPage() {
  const { orderId = '' } = usePageParams()
  const order = useRecordQuery(['orderToEdit', orderId], (options) => getOrder(orderId, options))
  usePageTitle(order.data && `${t('panel.orderEdit')} ${order.data.orderNumber}`)
  return (
    <RecordPage title={t('panel.orderEdit')} query={order} height={420}>
      {(data) => (mayAmend(data) ? <Editor order={data} /> : <Locked order={data} />)}
    </RecordPage>
  )
}

function Locked({ order: { orderId, orderNumber, state } }: { order: OrderDetail }) {
  return (
    <>
      <PageHead title={`${t('panel.orderEdit')} ${orderNumber}`} />
      <Text mb="sm">
        {t(state === 'cancelled' ? 'panel.order.lockedCancelled' : 'panel.order.lockedTransferred')}
      </Text>
      <Link to="/siparisler/$orderId" params={{ orderId }}>
        {t('panel.order.toOrder')}
      </Link>
    </>
  )
}

function Editor({ order }: { order: OrderDetail }) {
  const editing = useOrderEditing(order)
  const { draft, setDraft, form } = editing
  const items = itemsOfDraft(draft)
  return (
    <div className={classes.wide}>
      <FormPage
        title={t('panel.order.editTitle', { number: order.orderNumber })}
        form={form}
        back={{
          // The router also accepts a concrete path here.
          to: `/siparisler/${order.orderId}` as '/siparisler/$orderId',
          label: `${t('order.title')} ${order.orderNumber}`,
        }}
      >
        {editing.conflict && <ConflictNotice conflict={editing.conflict} onRebase={editing.rebaseDraft} />}
        <FormSection title={`${order.currAccDescription} · ${order.currAccCode}`}>
          <HeaderFields
            order={order}
            header={draft.header}
            onChange={(change) =>
              setDraft((before) => ({ ...before, header: { ...before.header, ...change } }))
            }
          />
        </FormSection>
        <FormSection
          title={t('panel.order.lines')}
          columns={1}
          {...(order.orderType === 'Rpt' ? { description: t('panel.order.stockBelow') } : {})}
        >
          <AddLine buyer={order} onFound={editing.addProducts} />
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles arrow keys of the fields inside */}
          <div onKeyDown={moveBetweenCells}>
            <OrderGrid
              items={items}
              cell={cellWith((productId, qty) => setDraft((before) => withQty(before, productId, qty)))}
              rowEnd={removeButtonWith((row) => setDraft((before) => withoutRow(before, row)))}
            />
          </div>
          <DraftTotals draft={draft} />
        </FormSection>
      </FormPage>
    </div>
  )
}

function cellWith(onChange: (productId: string, qty: number) => void) {
  return (item: DraftItem) => <QtyCell item={item} onChange={(qty) => onChange(item.productId, qty)} />
}

/** Only rows with a quantity can be removed. */
function removeButtonWith(onRemove: (row: GridRow<DraftItem>) => void) {
  return (row: GridRow<DraftItem>) =>
    itemsOf(row).some(({ qty }) => qty > 0) && (
      <IconAction
        Icon={IconTrash}
        color="red"
        label={t('panel.order.removeRow', {
          product: `${row.first.itemCode} ${row.first.colorDescription}`,
        })}
        onClick={() => onRemove(row)}
      />
    )
}

/** Shows totals before and after. */
function DraftTotals({ draft }: { draft: OrderDraft }) {
  const before = sumLines(draft.order.lines)
  const after = sumLines(itemsOfDraft(draft).filter(({ qty }) => qty > 0))
  const changed = changedLines(draft).length
  const figures = [
    [t('order.qty'), before.qty, after.qty],
    [t('cart.pieces'), before.pieces, after.pieces],
  ] as const
  return (
    <dl className={classes.sums} aria-live="polite">
      {figures.map(([name, was, is]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {was !== is && <del className="number">{formatCount(was)}</del>}{' '}
            <bdi className="number">{formatCount(is)}</bdi>
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('order.amount')}</dt>
        <dd>
          {JSON.stringify(before.totals) !== JSON.stringify(after.totals) && (
            <del>
              <Totals totals={before.totals} />
            </del>
          )}
          <Totals totals={after.totals} />
        </dd>
      </div>
      {changed > 0 && (
        <div>
          <dt>{t('panel.order.changedLines')}</dt>
          <dd>{formatCount(changed)}</dd>
        </div>
      )}
    </dl>
  )
}

/** Someone else changed the order; continuing keeps both changes. */
function ConflictNotice({
  conflict: { changes },
  onRebase,
}: {
  conflict: EditConflict
  onRebase: () => void
}) {
  return (
    <Alert color="orange" variant="light" mb="md" role="alert" title={t('panel.order.overtaken')}>
      {changes.length > 0 && (
        <ul>
          {changes.slice(0, 20).map((change) => (
            <li key={change}>
              <bdi>{change}</bdi>
            </li>
          ))}
        </ul>
      )}
      <Group mt="xs">
        <Button variant="default" onClick={onRebase}>
          {t('panel.order.takeOver')}
        </Button>
        <Text size="sm">{t('panel.order.takeOverText')}</Text>
      </Group>
    </Alert>
  )
}

type HeaderFieldsProps = {
  order: OrderDetail
  header: OrderHeader
  onChange: (header: Partial<OrderHeader>) => void
}

/** The current agent and branch stay available even if they can no longer be chosen. */
function HeaderFields({ order, header, onChange }: HeaderFieldsProps) {
  const { currAccCode } = order
  const agents = useCall(['orderAgents', currAccCode], (options) =>
    api.get('/api/Shop/GetShopSalesPerson', { currAccCode }, options),
  ).data?.map(({ salesPersonCode, firstLastName }) => ({ value: salesPersonCode, label: firstLastName }))
  const branches = useCall(['orderBranches', currAccCode], (options) =>
    api.get('/api/Shop/GetSubCurrAccs', { currAccCode }, options),
  ).data?.map(({ subCurrAccId, companyName }) => ({ value: subCurrAccId, label: companyName }))
  const currentAgent = { value: order.salesPersonCode, label: order.salesPerson }
  const currentBranch = order.subCurrAccId ? [{ value: order.subCurrAccId, label: order.subCurrAccName }] : []
  return (
    <>
      <Select
        label={t('order.salesPerson')}
        required
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('list.nothingFound')}
        data={withCurrent(agents, [currentAgent])}
        value={header.salesPersonCode}
        onChange={(value) => onChange({ salesPersonCode: value ?? '' })}
      />
      <Select
        label={t('cart.subAccount')}
        clearable
        placeholder={t('cart.subAccountPlaceholder')}
        data={withChosen(withCurrent(branches, currentBranch), header.subCurrAccId)}
        value={header.subCurrAccId || null}
        onChange={(value) => onChange({ subCurrAccId: value ?? '' })}
      />
      <Textarea
        label={t('cart.description')}
        description={t('panel.order.descriptionText')}
        rows={2}
        maxLength={200}
        value={header.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  )
}

type Option = { value: string; label: string }

function withCurrent(offered: Option[] = [], current: Option[]): Option[] {
  return [...offered, ...current.filter(({ value }) => !offered.some((option) => option.value === value))]
}
