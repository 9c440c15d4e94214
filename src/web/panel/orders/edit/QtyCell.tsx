import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { formatCount, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { readCount } from '#web/ui/readCount.ts'
import classes from './EditOrder.module.css'
import { type DraftItem, mostUnits, nameOf } from './orderDraft.ts'
import { textOf } from './useOrderEditing.ts'

/** The quantity of a size or lot, to type over; how much of it there is, what it was, and what is wrong with it, stand below. */
export function QtyCell({ item, onChange }: { item: DraftItem; onChange: (qty: number) => void }) {
  const { qty, was, most, problem } = item
  const [typed, setTyped] = useState<string>()
  const before = useRef(qty)
  const isClosed = most === 0 && qty === 0
  const limit = useId()
  const type = (text: string) => {
    setTyped(text)
    // What is no whole number leaves what was there; nothing is guessed.
    onChange(text === '' ? 0 : (readCount(text.replace(/[.,٫]$/, '')) ?? before.current))
  }
  const note = problem ? textOf({ problem, most }) : ''
  return (
    <span className={classes.cell}>
      <input
        className={classes.qty}
        data-qty
        data-changed={qty !== was || undefined}
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('panel.order.qtyOf', { product: nameOf(item) })}
        aria-invalid={problem !== undefined}
        aria-describedby={limit}
        title={formatMoney(item.unitPrice, item.priceCurrencyCode)}
        disabled={isClosed}
        value={typed ?? (qty === 0 ? '' : String(qty))}
        onFocus={(event) => {
          before.current = qty
          event.currentTarget.select()
        }}
        onChange={(event) => type(event.currentTarget.value.slice(0, 9))}
        onBlur={() => setTyped(undefined)}
      />
      {qty !== was && (
        <span className={classes.was}>
          <span className={classes.unseen}>{t('panel.order.before')} </span>
          {formatCount(was)}
        </span>
      )}
      <span id={limit} className={note ? classes.problem : classes.limit}>
        {note || (most < mostUnits && <Limit most={formatCount(most)} />)}
      </span>
    </span>
  )
}

/** As short as a column of sizes is narrow; in words for those who hear it. */
function Limit({ most }: { most: string }) {
  return (
    <>
      <span className={classes.unseen}>{t('panel.order.atMost', { count: most })}</span>
      <bdi aria-hidden>/ {most}</bdi>
    </>
  )
}

/** Arrows and Enter lead from field to field, as in a spreadsheet. */
export function moveBetweenCells(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target
  if (!(from instanceof HTMLInputElement) || from.dataset.qty === undefined) return
  const isDown = event.key === 'ArrowDown' || event.key === 'Enter'
  if (isDown) event.preventDefault()
  const next = isDown
    ? inColumn(from, 1)
    : event.key === 'ArrowUp'
      ? inColumn(from, -1)
      : beside(from, event.key)
  if (!next) return
  event.preventDefault()
  next.focus()
}

const fieldsIn = (within: Element | null | undefined) => [
  ...(within?.querySelectorAll<HTMLInputElement>('input[data-qty]:enabled') ?? []),
]

/** The field of the same column in the next row that has one. */
function inColumn(from: HTMLInputElement, step: 1 | -1): HTMLInputElement | undefined {
  const cell = from.closest('td')
  const row = from.closest('tr')
  if (!cell || !row) return undefined
  const inCell = fieldsIn(cell)
  const sibling = inCell[inCell.indexOf(from) + step]
  if (sibling) return sibling
  const rows = [...(row.closest('table')?.rows ?? [])]
  for (let at = rows.indexOf(row) + step; at >= 0 && at < rows.length; at += step) {
    const fields = fieldsIn(rows[at]?.children[cell.cellIndex])
    const field = step === 1 ? fields[0] : fields.at(-1)
    if (field) return field
  }
  return undefined
}

/** The field before or after it in the row; where reading goes from right to left the arrows do too. */
function beside(from: HTMLInputElement, key: string): HTMLInputElement | undefined {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const isRtl = document.documentElement.dir === 'rtl'
  const fields = fieldsIn(from.closest('tr'))
  return fields[fields.indexOf(from) + ((key === 'ArrowRight') === isRtl ? -1 : 1)]
}
