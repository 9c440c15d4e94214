import { Alert, Button, Group, Select, Text, Textarea, TextInput, VisuallyHidden } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useId } from 'react'
import { mayAmend } from '#shared/orders/orderStates.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { api } from '#web/api.ts'
import { formatCount, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Money } from '#web/ui/Money.tsx'
import { PercentField } from '#web/ui/PercentField.tsx'
import { readCount } from '#web/ui/readCount.ts'
import { TaxedTotals } from '#web/ui/TaxedTotals.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import { useNumericField } from '#web/ui/useNumericField.ts'
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
  hasDiscount,
  itemsOfDraft,
  maxLineUnits,
  nameOf,
  type OrderDraft,
  type OrderHeader,
  taxesOfDraft,
  withoutRow,
  withQty,
  withRowDiscount,
} from './orderDraft.ts'
import { type EditConflict, problemText, useOrderEditing } from './useOrderEditing.ts'

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
            needsReason={editing.needsReason}
            isDiscounted={hasDiscount(draft)}
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
              underPrices={discountWith((row, percent) =>
                setDraft((before) => withRowDiscount(before, row, percent)),
              )}
              rowEnd={removeButtonWith((row) => setDraft((before) => withoutRow(before, row)))}
            />
          </div>
          <LostPrices items={items.filter(({ lostPrice }) => lostPrice !== undefined)} />
          <DraftTotals draft={draft} />
        </FormSection>
      </FormPage>
    </div>
  )
}

/** What is taken off all sizes of a colour. Where they differ, the most; what is typed is for all. */
function RowDiscount({ row, onChange }: { row: GridRow<DraftItem>; onChange: (percent: number) => void }) {
  const items = itemsOf(row)
  const ordered = items.filter(({ qty }) => qty > 0)
  const discounts = (ordered.length > 0 ? ordered : items).map(({ discount }) => discount)
  return (
    <PercentField
      size="xs"
      className={classes.discount}
      aria-label={t('ordering.cart.lineDiscount', {
        product: `${row.first.itemCode} ${row.first.colorDescription}`,
      })}
      placeholder={t('panel.order.discount')}
      percent={Math.max(0, ...discounts)}
      onPercent={onChange}
    />
  )
}

const discountWith =
  (onChange: (row: GridRow<DraftItem>, percent: number) => void) => (row: GridRow<DraftItem>) => (
    <RowDiscount row={row} onChange={(percent) => onChange(row, percent)} />
  )

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

/** Agreed prices that the changed order no longer has. */
function LostPrices({ items }: { items: DraftItem[] }) {
  if (items.length === 0) return null
  return (
    <Alert color="orange" role="status" title={t('cart.pricesLost')}>
      <ul>
        {items.slice(0, 20).map(({ lostPrice = 0, ...item }) => (
          <li key={item.productId}>
            <bdi>{nameOf(item)}</bdi>:{' '}
            <del>
              <Money amount={lostPrice} currency={item.priceCurrencyCode} />
            </del>{' '}
            <Money amount={item.unitPrice} currency={item.priceCurrencyCode} />
          </li>
        ))}
        {items.length > 20 && <li>{t('ordering.order.more', { count: items.length - 20 })}</li>}
      </ul>
    </Alert>
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
          <TaxedTotals
            totals={after.totals}
            taxes={taxesOfDraft(draft)}
            treatment={draft.order.taxTreatment}
          />
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
    <Alert color="orange" mb="md" role="alert" title={t('panel.order.overtaken')}>
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
  needsReason: boolean
  isDiscounted: boolean
  onChange: (header: Partial<OrderHeader>) => void
}

/** The current agent and branch stay available even if they can no longer be chosen. */
function HeaderFields({ order, header, needsReason, isDiscounted, onChange }: HeaderFieldsProps) {
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
      <TextInput
        label={t('order.customerOrderNumber')}
        maxLength={30}
        autoComplete="off"
        value={header.customerOrderNumber}
        onChange={(event) => onChange({ customerOrderNumber: event.currentTarget.value })}
      />
      <Textarea
        label={t('cart.description')}
        description={t('panel.order.descriptionText')}
        rows={2}
        maxLength={200}
        value={header.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      {isDiscounted && (
        <TextInput
          label={t('cart.discountReason')}
          required={settings.discountReasonRequired}
          maxLength={200}
          autoComplete="off"
          value={header.discountReason}
          onChange={(event) => onChange({ discountReason: event.currentTarget.value })}
        />
      )}
      {needsReason && (
        <TextInput
          label={t('ordering.unmet.reason')}
          maxLength={200}
          autoComplete="off"
          value={header.overrideReason}
          onChange={(event) => onChange({ overrideReason: event.currentTarget.value })}
        />
      )}
    </>
  )
}

type Option = { value: string; label: string }

function withCurrent(offered: Option[] = [], current: Option[]): Option[] {
  return [...offered, ...current.filter(({ value }) => !offered.some((option) => option.value === value))]
}

function QtyCell({ item, onChange }: { item: DraftItem; onChange: (qty: number) => void }) {
  const { qty, orderedQty, maxQty, problem } = item
  const isUnavailable = maxQty === 0 && qty === 0
  const limitId = useId()
  const { field } = useNumericField({
    text: qty === 0 ? '' : String(qty),
    // Invalid text keeps the quantity from before typing.
    onType: (text, before) => onChange(text === '' ? 0 : (readCount(text) ?? Number(before))),
    onCancel: (before) => onChange(Number(before)),
  })
  const note = problem ? problemText({ problem, maxQty }) : ''
  return (
    <span className={classes.cell}>
      <input
        className={classes.qty}
        data-qty
        data-changed={qty !== orderedQty || undefined}
        aria-label={t('panel.order.qtyOf', { product: nameOf(item) })}
        aria-invalid={problem !== undefined}
        aria-describedby={limitId}
        title={formatMoney(item.unitPrice, item.priceCurrencyCode)}
        disabled={isUnavailable}
        {...field}
      />
      {qty !== orderedQty && (
        <span className={classes.was}>
          <VisuallyHidden>{t('panel.order.before')} </VisuallyHidden>
          {formatCount(orderedQty)}
        </span>
      )}
      <span id={limitId} className={note ? classes.problem : classes.limit}>
        {note || (maxQty < maxLineUnits && <Limit maxQty={formatCount(maxQty)} />)}
      </span>
    </span>
  )
}

/** Short on screen, in words for screen readers. */
function Limit({ maxQty }: { maxQty: string }) {
  return (
    <>
      <VisuallyHidden>{t('panel.order.atMost', { count: maxQty })}</VisuallyHidden>
      <bdi aria-hidden>/ {maxQty}</bdi>
    </>
  )
}

/** Arrow keys and Enter move like in a spreadsheet. */
function moveBetweenCells(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target
  if (!(from instanceof HTMLInputElement) || from.dataset.qty === undefined) return
  const isDown = event.key === 'ArrowDown' || event.key === 'Enter'
  if (isDown) event.preventDefault()
  const next = isDown
    ? fieldInColumn(from, 1)
    : event.key === 'ArrowUp'
      ? fieldInColumn(from, -1)
      : fieldInRow(from, event.key)
  if (!next) return
  event.preventDefault()
  next.focus()
}

const fieldsIn = (within: Element | null | undefined) => [
  ...(within?.querySelectorAll<HTMLInputElement>('input[data-qty]:enabled') ?? []),
]

function fieldInColumn(from: HTMLInputElement, step: 1 | -1): HTMLInputElement | undefined {
  const column = from.closest('td')?.cellIndex ?? -1
  const fields = [...(from.closest('table')?.rows ?? [])].flatMap((row) => fieldsIn(row.children[column]))
  return fields[fields.indexOf(from) + step]
}

/** Arrow keys are mirrored in RTL. */
function fieldInRow(from: HTMLInputElement, key: string): HTMLInputElement | undefined {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const isRtl = document.documentElement.dir === 'rtl'
  const fields = fieldsIn(from.closest('tr'))
  return fields[fields.indexOf(from) + ((key === 'ArrowRight') === isRtl ? -1 : 1)]
}
