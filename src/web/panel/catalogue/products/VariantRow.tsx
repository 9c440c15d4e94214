import { VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { isTouch } from '#web/ui/grid/cells.ts'
import { fieldLabel, isNumberField } from '../fieldLabel.ts'
import { cellText, type GridColumn, rowChange } from './columns.ts'
import { type RowDraft, rowName } from './itemDraft.ts'
import { removeRow, setRows, useItem, useItemStore } from './itemStore.ts'
import { LotDialog } from './LotDialog.tsx'
import classes from './VariantGrid.module.css'

type Props = { rowKey: string; colorKey: string; colorName: string; index: number; columns: GridColumn[] }

/** Memoized: a keystroke renders only this row. */
export const VariantRow = memo(function VariantRow(props: Props) {
  const { rowKey, colorKey, colorName, index, columns } = props
  const store = useItemStore()
  const row = useItem(({ draft }) => draft.rows[rowKey])
  const active = useItem(({ active: cell }) => (cell ? cell.row === rowKey && cell.column : undefined))
  const problems = useItem(({ errors }) => errorsOfRow(errors, rowKey))
  if (!row) return null
  const name = `${colorName} ${rowName(row)}`
  // Until a cell is active, Tab enters the first one.
  const errors: Record<string, string> = problems ? JSON.parse(problems) : {}
  const tabColumn = active === undefined && index === 0 ? columns[0]?.key : active
  return (
    <div role="row" data-inactive={!row.isActive || undefined}>
      <div role="rowheader">
        <bdi>{rowName(row)}</bdi>{' '}
        {row.lotCode && <LotButton row={row} colorKey={colorKey} name={name} error={errors.lot} />}
        {errors.size && <span className={classes.error}>{errors.size}</span>}
      </div>
      {columns.map((column, at) => (
        <Cell
          key={column.key}
          row={row}
          column={column}
          position={`${index} ${at}`}
          name={`${name} ${labelOf(column)}`}
          error={errors[column.key]}
          isTabbable={isTouch || tabColumn === column.key}
        />
      ))}
      <div role="cell" className={classes.check}>
        <label>
          <input
            type="checkbox"
            aria-label={t('panel.product.activeName', { name })}
            checked={row.isActive}
            onChange={(event) => setRows(store, [[rowKey, { isActive: event.currentTarget.checked }]])}
          />
        </label>
      </div>
      <div role="cell" className={classes.check}>
        <RemoveButton row={row} colorKey={colorKey} name={name} />
      </div>
    </div>
  )
})

/** A string, so that it only changes when the errors do. */
function errorsOfRow(errors: Record<string, string>, rowKey: string): string {
  const errorKeys = Object.keys(errors)
  if (errorKeys.length === 0) return ''
  const rowErrors = errorKeys.filter((errorKey) => errorKey.startsWith(`${rowKey} `))
  if (rowErrors.length === 0) return ''
  return JSON.stringify(
    Object.fromEntries(rowErrors.map((errorKey) => [errorKey.slice(rowKey.length + 1), errors[errorKey]])),
  )
}

const labelOf = (column: GridColumn): string =>
  column.group === undefined ? fieldLabel(column.key) : `${t('panel.product.price')} ${column.group}`

type CellProps = {
  row: RowDraft
  column: GridColumn
  position: string
  name: string
  error: string | undefined
  isTabbable: boolean
}

function Cell({ row, column, position, name, error, isTabbable }: CellProps) {
  const store = useItemStore()
  const isNumber = column.group !== undefined || isNumberField(column.key)
  const noteId = `${row.key} ${column.key}`.replaceAll(' ', '-')
  return (
    <div role="cell" data-number={isNumber || undefined}>
      <input
        className={classes.input}
        data-at={position}
        dir="ltr"
        inputMode={column.group === undefined ? (isNumber ? 'numeric' : 'text') : 'decimal'}
        enterKeyHint="enter"
        autoComplete="off"
        maxLength={isNumber ? 20 : 50}
        aria-label={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? noteId : undefined}
        tabIndex={isTabbable ? 0 : -1}
        value={cellText(row, column)}
        onFocus={(event) => {
          store.setState({ active: { row: row.key, column: column.key } })
          event.currentTarget.select()
        }}
        onChange={(event) =>
          setRows(store, [[row.key, rowChange(store, row, column, event.currentTarget.value)]])
        }
      />
      {error && (
        <span id={noteId} className={classes.error}>
          {error}
        </span>
      )}
    </div>
  )
}

type RowProps = { row: RowDraft; colorKey: string; name: string }

function LotButton({ row, colorKey, name, error }: RowProps & { error: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes.lot}
        data-invalid={error ? true : undefined}
        onClick={() => setIsOpen(true)}
      >
        <span>
          {t('product.pieces', { count: row.piecesPerLot })} <bdi>{row.lotDescription}</bdi>
        </span>
        <VisuallyHidden>{t('panel.product.lotOf', { name })}</VisuallyHidden>
        <IconPencil size={16} aria-hidden />
      </button>
      {error && <span className={classes.error}>{error}</span>}
      {isOpen && <LotDialog row={row} colorKey={colorKey} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function RemoveButton({ row, colorKey, name }: RowProps) {
  const store = useItemStore()
  const title = row.isOrdered ? t('panel.product.ordered') : t('panel.person.deleteName', { name })
  return (
    <button
      type="button"
      className={classes.remove}
      aria-label={title}
      title={title}
      disabled={row.isOrdered}
      onClick={(event) => {
        const line = event.currentTarget.closest('[role=row]')
        const next = line?.nextElementSibling ?? line?.previousElementSibling
        const undoRemove = removeRow(store, colorKey, row.key)
        next?.querySelector<HTMLElement>('input')?.focus()
        notifyDone(t('panel.person.deleted', { name }), { undo: async () => undoRemove() })
      }}
    >
      {/* Text instead of an SVG icon: there may be a thousand. */}
      <span aria-hidden>×</span>
    </button>
  )
}
