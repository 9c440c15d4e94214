import { Button, Group, NativeSelect, Title, VisuallyHidden } from '@mantine/core'
import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, useId } from 'react'
import { isCodeField } from '#shared/catalogue/catalogueFields.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { cellOf, moveFocus } from '#web/ui/grid/cells.ts'
import { cellAfter, layBlock } from '#web/ui/grid/moves.ts'
import { readTable } from '#web/ui/grid/table.ts'
import { fieldLabel, isNumberField } from '../fieldLabel.ts'
import { cellText, fillCells, type GridColumn, gridColumns } from './columns.ts'
import { colorName } from './itemDraft.ts'
import {
  currencyOf,
  type ItemState,
  type ItemStore,
  setCurrency,
  useItem,
  useItemStore,
} from './itemStore.ts'
import { useProductChoices } from './productChoices.ts'
import classes from './VariantGrid.module.css'
import { VariantRow } from './VariantRow.tsx'

const usualCurrencies = ['TRY', 'USD', 'EUR']

const [textWidth, countWidth, priceWidth] = ['var(--text)', 'var(--count)', 'var(--price)']

function columnWidth(column: GridColumn): string {
  if (column.group !== undefined) return priceWidth
  return isNumberField(column.key) ? countWidth : textWidth
}

/** Spreadsheet of the visible colours' sizes and lots. */
export function VariantGrid() {
  const store = useItemStore()
  const id = useId()
  const colorKeys = useItem(({ draft }) => draft.colorKeys)
  const shownColorKey = useItem((state) => state.shownColorKey)
  const rowKeys = useItem(visibleRowKeys)
  const columns = useGridColumns()
  const widths = columns.map(columnWidth)
  const count = (width: string) => widths.filter((one) => one === width).length
  const keys = rowKeys === '' ? [] : rowKeys.split('\n')
  if (colorKeys.length === 0) return null

  const size = { rows: keys.length, columns: columns.length }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!movesInText(event)) moveFocus(event, (at, move) => cellAfter(at, move, size))
  }
  const onPaste = (event: ClipboardEvent) => {
    const start = cellOf(event.target)
    const text = event.clipboardData.getData('text/plain')
    if (!start || !/[\t\n\r]/.test(text.trim())) return
    event.preventDefault()
    const cells = layBlock(readTable(text), start).flatMap(({ at, text: value }) => {
      const [row, column] = [keys[at.row], columns[at.column]]
      return row && column ? [{ row, column, text: value }] : []
    })
    fillAndNotify(store, cells)
  }
  return (
    <section className={`box ${classes.section}`} aria-labelledby={id}>
      <Group justify="space-between" align="flex-end" mb="sm" gap="sm">
        <Title order={2} size="h5" id={id}>
          {t('panel.product.gridTitle')}
        </Title>
        <span className="soft">{t('tax.pricesWithout')}</span>
        <Group gap="xs" align="flex-end">
          <FillButtons columns={columns} />
          {colorKeys.length > 1 && <ColorFilter />}
        </Group>
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys of the fields inside */}
      <div className={classes.frame} onKeyDown={onKeyDown} onPaste={onPaste}>
        <div
          role="table"
          aria-labelledby={id}
          className={classes.table}
          style={
            {
              '--columns': widths.join(' '),
              '--counts': count(countWidth),
              '--prices': count(priceWidth),
            } as CSSProperties
          }
        >
          <div role="rowgroup" className={classes.head}>
            <div role="row">
              <div role="columnheader">{t('panel.product.sizeOrLot')}</div>
              {columns.map((column) =>
                column.group === undefined ? (
                  <div
                    key={column.key}
                    role="columnheader"
                    data-number={isNumberField(column.key) || undefined}
                  >
                    {fieldLabel(column.key)}
                  </div>
                ) : (
                  <PriceHead key={column.key} group={column.group} usualCurrency={column.usualCurrency} />
                ),
              )}
              <div role="columnheader">{t('panel.product.isActive')}</div>
              <div role="columnheader">
                <VisuallyHidden>{t('panel.list.actions')}</VisuallyHidden>
              </div>
            </div>
          </div>
          {(shownColorKey ? [shownColorKey] : colorKeys).map((key) => (
            <ColorRows key={key} colorKey={key} allRowKeys={keys} columns={columns} />
          ))}
        </div>
      </div>
      <p className={classes.hint}>{t('panel.product.gridHint')}</p>
    </section>
  )
}

/** The same until the price groups change. */
function useGridColumns(): GridColumn[] {
  const choices = useProductChoices()
  return gridColumns(choices?.priceGroups ?? [])
}

/** A string, so that it only changes when rows do. */
function visibleRowKeys({ draft: { colorKeys, colors }, shownColorKey }: ItemState): string {
  return (shownColorKey ? [shownColorKey] : colorKeys).flatMap((key) => colors[key]?.rowKeys ?? []).join('\n')
}

type RowsProps = { colorKey: string; allRowKeys: string[]; columns: GridColumn[] }

function ColorRows({ colorKey, allRowKeys, columns }: RowsProps) {
  const name = useItem(({ draft }) => {
    const color = draft.colors[colorKey]
    return color ? [color.colorCode, color.colorDescription].filter(Boolean).join(' ') : ''
  })
  const label = useItem(({ draft }) => {
    const color = draft.colors[colorKey]
    return color ? colorName(color) : ''
  })
  const rowKeys = useItem(({ draft }) => draft.colors[colorKey]?.rowKeys)
  const start = allRowKeys.indexOf(rowKeys?.[0] ?? '')
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

function PriceHead({ group, usualCurrency }: { group: string; usualCurrency: string }) {
  const store = useItemStore()
  const currency = useItem((state) => currencyOf(state, group, usualCurrency))
  const currencyOptions = [...new Set([...usualCurrencies, usualCurrency, currency ?? ''])].filter(Boolean)
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
          data={[...(currency ? [] : [{ value: '', label: '…' }]), ...currencyOptions]}
          onChange={(event) => {
            if (event.currentTarget.value) setCurrency(store, group, event.currentTarget.value)
          }}
        />
      </span>
    </div>
  )
}

function ColorFilter() {
  const store = useItemStore()
  const shownColorKey = useItem((state) => state.shownColorKey)
  const names = useItem(({ draft: { colorKeys, colors } }) =>
    colorKeys.map((key) => (colors[key] ? colorName(colors[key]) : '')).join('\n'),
  ).split('\n')
  const keys = useItem(({ draft }) => draft.colorKeys)
  return (
    <NativeSelect
      label={t('panel.product.shownColor')}
      value={shownColorKey ?? ''}
      data={[
        { value: '', label: t('list.all') },
        ...keys.map((key, index) => ({ value: key, label: names[index] || '–' })),
      ]}
      onChange={(event) =>
        store.setState({ shownColorKey: event.currentTarget.value || undefined, active: undefined })
      }
    />
  )
}

/** Copies the active cell down its column, for one or all colours; sizes and lots separately. */
function FillButtons({ columns }: { columns: GridColumn[] }) {
  const store = useItemStore()
  const column = useItem(({ active }) => (active && !isCodeField(active.column) ? active.column : undefined))
  const write = (inAllColors: boolean) => {
    const { draft, active } = store.getState()
    const source = active && draft.rows[active.row]
    const target = columns.find(({ key }) => key === active?.column)
    if (!source || !target) return
    const keys = draft.colorKeys.flatMap((key) => {
      const rowKeys = draft.colors[key]?.rowKeys ?? []
      return inAllColors || rowKeys.includes(source.key) ? rowKeys : []
    })
    const text = cellText(source, target)
    const cells = keys.flatMap((row) => {
      const isSameKind = Boolean(draft.rows[row]?.lotCode) === Boolean(source.lotCode)
      return isSameKind && row !== source.key ? [{ row, column: target, text }] : []
    })
    fillAndNotify(store, cells)
  }
  return (
    <Group gap="xs">
      {([false, true] as const).map((inAllColors) => (
        <Button
          key={String(inAllColors)}
          variant="default"
          disabled={!column}
          // Keeps the focus in the active cell.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => write(inAllColors)}
        >
          {t(inAllColors ? 'panel.product.fillAll' : 'panel.product.fillColor')}
        </Button>
      ))}
    </Group>
  )
}

function fillAndNotify(store: ItemStore, cells: Parameters<typeof fillCells>[1]): void {
  const undo = fillCells(store, cells)
  notifyDone(t('panel.product.filled', { count: cells.length }), { undo: async () => undo() })
}

/** Left and right move within the text until its end. */
function movesInText({ key, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (!/^(Arrow(Left|Right)|Home|End)$/.test(key) || ctrlKey || metaKey) return false
  if (!(target instanceof HTMLInputElement)) return false
  const { selectionStart: start, selectionEnd: end, value } = target
  if (start === 0 && end === value.length) return false
  if (key === 'Home' || key === 'End') return true
  const isForward = key === 'ArrowRight'
  return isForward ? end !== value.length : start !== 0
}
