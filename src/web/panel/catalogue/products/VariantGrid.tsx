import { Button, Group, NativeSelect, Title, VisuallyHidden } from '@mantine/core'
import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, useId, useRef } from 'react'
import { direction, t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { type CellPosition, cellAfter, moveOf } from '#web/ui/grid/moves.ts'
import { readTable } from '#web/ui/grid/tsv.ts'
import { columnsOf, fill, type GridColumn, valueIn } from './columns.ts'
import { useItem, useItemStore } from './ItemContext.ts'
import { colorName } from './itemDraft.ts'
import { currencyOf, type ItemState, setCurrency } from './itemStore.ts'
import { useProductChoices } from './productChoices.ts'
import classes from './VariantGrid.module.css'
import { VariantRow } from './VariantRow.tsx'

const usualCurrencies = ['TRY', 'USD', 'EUR']

/** All sizes and lots of the colours that are shown, typed into as into a spreadsheet. */
export function VariantGrid() {
  const store = useItemStore()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const choices = useProductChoices()
  const colorKeys = useItem(({ draft }) => draft.colorKeys)
  const shown = useItem((state) => state.shown)
  const rowKeys = useItem(shownRows)
  const columns = columnsOf(choices?.priceGroups ?? [])
  const keys = rowKeys === '' ? [] : rowKeys.split('\n')
  if (colorKeys.length === 0) return null

  const onKeyDown = (event: KeyboardEvent) => {
    const at = placeOf(event.target)
    const move = at && moveOf(event, direction)
    if (!at || !move || isWithinText(event)) return
    const target = cellAfter(at, move, { rows: keys.length, columns: columns.length }, () => true)
    // Beyond the last cell Tab leaves the grid; Enter never saves from within it.
    if (target || event.key !== 'Tab') event.preventDefault()
    if (target) cellAt(frame.current, target)?.focus()
  }
  const onPaste = (event: ClipboardEvent) => {
    const at = placeOf(event.target)
    const text = event.clipboardData.getData('text/plain')
    if (!at || !/[\t\n\r]/.test(text.trim())) return
    event.preventDefault()
    const cells = readTable(text).flatMap((values, down) =>
      values.flatMap((value, along) => {
        const [row, column] = [keys[at.row + down], columns[at.column + along]]
        return row && column ? [{ row, column, text: value }] : []
      }),
    )
    const undo = fill(store, cells)
    notifyDone(t('panel.product.filled', { count: cells.length }), { undo: async () => undo() })
  }
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Group justify="space-between" align="flex-end" mb="sm" gap="sm">
        <Title order={2} size="h5" id={id}>
          {t('panel.product.gridTitle')}
        </Title>
        <Group gap="xs" align="flex-end">
          <Fill columns={columns} />
          {colorKeys.length > 1 && <ColorFilter />}
        </Group>
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the fields within */}
      <div ref={frame} className={classes.frame} onKeyDown={onKeyDown} onPaste={onPaste}>
        <div
          role="table"
          aria-labelledby={id}
          className={classes.table}
          style={{ '--prices': columns.length - 2 } as CSSProperties}
        >
          <div role="rowgroup" className={classes.head}>
            <div role="row">
              <div role="columnheader">{t('panel.product.sizeOrLot')}</div>
              <div role="columnheader">{t('document.barcode')}</div>
              <div role="columnheader" data-number>
                {t('panel.product.stock')}
              </div>
              {columns.map((column) => column.group && <PriceHead key={column.key} column={column} />)}
              <div role="columnheader">{t('panel.product.isActive')}</div>
              <div role="columnheader">
                <VisuallyHidden>{t('panel.list.actions')}</VisuallyHidden>
              </div>
            </div>
          </div>
          {(shown ? [shown] : colorKeys).map((key) => (
            <ColorRows key={key} colorKey={key} first={keys} columns={columns} />
          ))}
        </div>
      </div>
      <p className={classes.hint}>{t('panel.product.gridHint')}</p>
    </section>
  )
}

/** Keys of the rows shown, as one text: the same as long as no row comes or goes. */
function shownRows({ draft: { colorKeys, colors }, shown }: ItemState): string {
  return (shown ? [shown] : colorKeys).flatMap((key) => colors[key]?.rowKeys ?? []).join('\n')
}

type RowsProps = { colorKey: string; first: string[]; columns: GridColumn[] }

/** A colour's name over its rows. */
function ColorRows({ colorKey, first, columns }: RowsProps) {
  const name = useItem(({ draft }) => {
    const color = draft.colors[colorKey]
    return color ? [color.colorCode, color.colorDescription].filter(Boolean).join(' ') : ''
  })
  const label = useItem(({ draft }) => {
    const color = draft.colors[colorKey]
    return color ? colorName(color) : ''
  })
  const rowKeys = useItem(({ draft }) => draft.colors[colorKey]?.rowKeys)
  const start = first.indexOf(rowKeys?.[0] ?? '')
  return (
    <div role="rowgroup" className={classes.rows}>
      <div role="row" className={classes.color}>
        <div role="rowheader">
          <bdi>{name || '–'}</bdi>
        </div>
      </div>
      {rowKeys?.map((rowKey, index) => (
        <VariantRow
          key={rowKey}
          rowKey={rowKey}
          colorKey={colorKey}
          colorName={label}
          index={start + index}
          columns={columns}
        />
      ))}
    </div>
  )
}

function PriceHead({ column: { group = '', usualCurrency = '' } }: { column: GridColumn }) {
  const store = useItemStore()
  const currency = useItem((state) => currencyOf(state, group, usualCurrency))
  const offered = [...new Set([...usualCurrencies, usualCurrency, currency ?? ''])].filter(Boolean)
  return (
    <div role="columnheader" data-number>
      <span className={classes.priceHead}>
        <span>
          {t('panel.product.price')} <bdi>{group}</bdi>
        </span>
        <NativeSelect
          size="xs"
          className={classes.currency}
          aria-label={t('panel.product.currencyOf', { group })}
          value={currency ?? ''}
          data={[...(currency ? [] : [{ value: '', label: '…' }]), ...offered]}
          onChange={(event) => {
            if (event.currentTarget.value) setCurrency(store, group, event.currentTarget.value)
          }}
        />
      </span>
    </div>
  )
}

/** Shows the rows of one colour alone. */
function ColorFilter() {
  const store = useItemStore()
  const shown = useItem((state) => state.shown)
  const names = useItem(({ draft: { colorKeys, colors } }) =>
    colorKeys.map((key) => (colors[key] ? colorName(colors[key]) : '')).join('\n'),
  ).split('\n')
  const keys = useItem(({ draft }) => draft.colorKeys)
  return (
    <NativeSelect
      label={t('panel.product.shownColor')}
      value={shown ?? ''}
      data={[
        { value: '', label: t('list.all') },
        ...keys.map((key, index) => ({ value: key, label: names[index] || '–' })),
      ]}
      onChange={(event) =>
        store.setState({ shown: event.currentTarget.value || undefined, active: undefined })
      }
    />
  )
}

/** Writes what stands in the active cell into the whole column: of its colour, or of all; sizes and lots apart. */
function Fill({ columns }: { columns: GridColumn[] }) {
  const store = useItemStore()
  const column = useItem(({ active }) => (active && active.column !== 'barcode' ? active.column : undefined))
  const write = (isAll: boolean) => {
    const { draft, active } = store.getState()
    const source = active && draft.rows[active.row]
    const target = columns.find(({ key }) => key === active?.column)
    if (!source || !target) return
    const keys = draft.colorKeys.flatMap((key) => {
      const rowKeys = draft.colors[key]?.rowKeys ?? []
      return isAll || rowKeys.includes(source.key) ? rowKeys : []
    })
    const text = valueIn(source, target)
    const cells = keys.flatMap((row) => {
      const isAlike = Boolean(draft.rows[row]?.lotCode) === Boolean(source.lotCode)
      return isAlike && row !== source.key ? [{ row, column: target, text }] : []
    })
    const undo = fill(store, cells)
    notifyDone(t('panel.product.filled', { count: cells.length }), { undo: async () => undo() })
  }
  return (
    <Group gap="xs">
      {([false, true] as const).map((isAll) => (
        <Button
          key={String(isAll)}
          variant="default"
          disabled={!column}
          // The cell stays the active one, and has the focus still.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => write(isAll)}
        >
          {t(isAll ? 'panel.product.fillAll' : 'panel.product.fillColor')}
        </Button>
      ))}
    </Group>
  )
}

/** Left and right go through a text first, and leave it at its end. */
function isWithinText({ key, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (!/^(Arrow(Left|Right)|Home|End)$/.test(key) || ctrlKey || metaKey) return false
  if (!(target instanceof HTMLInputElement)) return false
  const { selectionStart: start, selectionEnd: end, value } = target
  if (start === 0 && end === value.length) return false
  if (key === 'Home' || key === 'End') return true
  const isForward = key === 'ArrowRight'
  return isForward ? end !== value.length : start !== 0
}

function placeOf(element: EventTarget): CellPosition | undefined {
  const [row, column] = (element instanceof HTMLElement ? element.dataset.at : undefined)?.split(' ') ?? []
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) }
}

function cellAt(frame: HTMLElement | null, { row, column }: CellPosition): HTMLInputElement | null {
  return frame?.querySelector<HTMLInputElement>(`[data-at="${row} ${column}"]`) ?? null
}
