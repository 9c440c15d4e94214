import { VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useId } from 'react'
import { formatCount, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { typedCount } from '#web/ui/readCount.ts'
import { useNumericField } from '#web/ui/useNumericField.ts'
import classes from './EditOrder.module.css'
import { type DraftItem, maxLineUnits, nameOf } from './orderDraft.ts'
import { problemText } from './useOrderEditing.ts'

export function QtyCell({ item, onChange }: { item: DraftItem; onChange: (qty: number) => void }) {
  const { qty, orderedQty, maxQty, problem } = item
  const isUnavailable = maxQty === 0 && qty === 0
  const limitId = useId()
  const { field } = useNumericField({
    text: qty === 0 ? '' : String(qty),
    // Invalid text keeps the quantity from before typing.
    onType: (text, before) => onChange(text === '' ? 0 : (typedCount(text) ?? Number(before))),
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
export function moveBetweenCells(event: KeyboardEvent<HTMLElement>): void {
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
