import { Checkbox, Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconDotsVertical } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import {
  type CSSProperties,
  lazy,
  type ReactNode,
  type RefObject,
  type MouseEvent as RowClick,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { DropMenu } from '#web/ui/DropMenu.tsx'
import { type Column, columnKey, useColumns, visibleColumns } from './columns.ts'
import classes from './DataTable.module.css'
import type { Exporter } from './exporters.ts'
import { InMenu } from './inMenu.ts'
import { focusRow, onHeadKey, onRowKey, rowsOf, usePageKeys } from './keys.ts'
import { useExport } from './ListExport.tsx'
import { type BulkAction, SelectionBar } from './SelectionBar.tsx'
import { type Selection, useTicks } from './selection.ts'
import { PageTick, TableTools } from './TableTools.tsx'
import type { PagedList, Sorting } from './useList.ts'

export type { Column } from './columns.ts'

const Shortcuts = lazy(async () => ({ default: (await import('./Shortcuts.tsx')).Shortcuts }))

/** Expandable content below a row; no label, no button. */
export type Details<Row> = { label: (row: Row) => string | undefined; content: (row: Row) => ReactNode }

type Card<Row> = (row: Row, renderLink: (name: ReactNode) => ReactNode) => ReactNode

/** What a row shows and does. */
type RowProps<Row, Sort extends string> = {
  columns: Column<Row, Sort>[]
  /** The first column becomes a link, and a click in the row follows it. */
  rowLink?: ((row: Row) => LinkProps | undefined) | undefined
  /** A row's content on phones, if it is not the usual card. `renderLink` turns its argument into the row's link. */
  card?: Card<Row> | undefined
  rowActions?: ((row: Row) => ReactNode) | undefined
  details?: Details<Row> | undefined
}

export type TableProps<Row, Sort extends string> = RowProps<Row, Sort> & {
  /** Accessible name. */
  label: string
  rows: Row[]
  rowKey: (row: Row) => string
  /** Enables sorting, paging by keyboard and selecting all matches. */
  list?: PagedList<Row> & { sorting: Sorting<Sort> }
  /** Storage name of the column choice, such as 'orders'; without it columns are fixed. */
  columnsName?: string | undefined
  selection?: Selection<Row> | undefined
  bulkActions?: BulkAction<Row>[] | undefined
  exporter?: Exporter | undefined
  /** Where the tools go on screens wider than a phone: above the table, or into this element. */
  toolsPlace?: HTMLElement | null | undefined
  /** How many columns stay in view when the table scrolls sideways; one by default. */
  frozenColumns?: number
}

/** Rows become cards on phones. */
export function DataTable<Row, Sort extends string = never>(props: TableProps<Row, Sort>) {
  const { label, columns, rows, rowKey, rowActions, details, list } = props
  const { columnsName, selection, bulkActions = [], exporter, toolsPlace, frozenColumns = 1 } = props
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const columnSettings = useColumns(columnsName)
  const settings = columnsName ? columnSettings : undefined
  const visible = settings
    ? visibleColumns(columns, settings.choice)
    : columns.filter((column) => !column.isHidden)
  const card = isPhone ? (props.card ?? cardOf(visible)) : undefined
  const sorting = columns.some(({ sort }) => sort) ? list?.sorting : undefined
  const sortable = sorting ? visible.filter(({ sort }) => sort) : []
  const [lastHead, setLastHead] = useState<string>()
  const tabHead =
    sortable.find(({ sort }) => sort === lastHead) ??
    sortable.find(({ sort }) => sort === sorting?.sort) ??
    sortable[0]
  const total = list?.total ?? rows.length
  const ticks = useTicks(selection, rows, rowKey, total)
  const table = useRef<HTMLDivElement>(null)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const openHelp = () => setIsHelpOpen(true)
  usePageKeys(table, openHelp)
  const turnPage = usePageTurning(list, rows, table)
  const exportRun = useExport(exporter)
  const exporting = exporter && exportRun
  const columnKeys = visible.map(columnKey)
  const frozenCells = frozenColumns + (ticks ? 1 : 0)
  const frozenAt = useFrozenStarts(table, frozenCells)
  const tools = (
    <TableTools
      columns={columns}
      sorting={sorting}
      settings={settings}
      hasCards={isPhone && props.card !== undefined}
      exporting={exporting}
      columnKeys={columnKeys}
      ticks={ticks}
      onHelp={list && openHelp}
    />
  )
  return (
    <>
      {toolsPlace && !isPhone ? createPortal(tools, toolsPlace) : tools}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles arrow keys of the rows */}
      <div
        ref={table}
        className={classes.frame}
        style={frozenAt}
        tabIndex={0}
        role="region"
        aria-label={label}
        onKeyDown={(event) => {
          onRowKey(event, {
            turnPage,
            ...(ticks
              ? {
                  tick: (index, isRange) => {
                    const row = rows[index]
                    if (row) ticks.set(index, isRange || !ticks.isTicked(rowKey(row)), isRange)
                  },
                  tickAll: () => ticks.setPage(true),
                  clearTicks: ticks.clear,
                }
              : {}),
          })
        }}
      >
        {/* Explicit roles, because CSS display for cards removes the implicit ones. */}
        <Table
          className={classes.table}
          role="table"
          highlightOnHover
          highlightOnHoverColor="light-dark(var(--mantine-color-gray-0), #2a2e34)"
          verticalSpacing={4}
          horizontalSpacing={8}
        >
          <Table.Thead role="rowgroup">
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of its buttons */}
            <Table.Tr role="row" onKeyDown={onHeadKey}>
              {ticks && (
                <Table.Th role="columnheader" className={classes.tick} data-frozen={0}>
                  <PageTick ticks={ticks} />
                </Table.Th>
              )}
              {visible.map((column, index) => (
                <Heading
                  key={columnKey(column)}
                  column={column}
                  frozen={frozenOf(index + (ticks ? 1 : 0), frozenCells)}
                  sorting={sorting}
                  isTabStop={column === tabHead}
                  onFocus={() => setLastHead(column.sort)}
                />
              ))}
              {details && <HiddenHeading>{t('panel.list.details')}</HiddenHeading>}
              {rowActions && <HiddenHeading>{t('panel.list.actions')}</HiddenHeading>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {rows.map((row, index) => (
              <TableRow
                {...props}
                key={rowKey(row)}
                row={row}
                columns={visible}
                frozenCells={frozenCells}
                card={card}
                hasMenu={card !== undefined && list !== undefined}
                tick={
                  ticks && {
                    isOn: ticks.isTicked(rowKey(row)),
                    set: (isOn, isRange) => ticks.set(index, isOn, isRange),
                  }
                }
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {ticks && ticks.count > 0 && (
        <SelectionBar
          ticks={ticks}
          total={total}
          actions={bulkActions}
          // A row that moved to the next page meanwhile comes twice.
          loadAll={
            list &&
            (async () => [...new Map((await list.loadAll()).map((row) => [rowKey(row), row])).values()])
          }
          isCapped={list?.isCapped ?? false}
          exporting={exporting}
          columnKeys={columnKeys}
        />
      )}
      {isHelpOpen && (
        <Suspense>
          <Shortcuts canSelect={ticks !== undefined} onClose={() => setIsHelpOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The widths before each frozen column, as styles that its cells name. */
function useFrozenStarts(table: RefObject<HTMLElement | null>, count: number): CSSProperties {
  const [starts, setStarts] = useState<number[]>([])
  useEffect(() => {
    const cells = [...(table.current?.querySelectorAll<HTMLElement>('thead th') ?? [])].slice(0, count)
    const observer = new ResizeObserver(() => {
      let start = 0
      setStarts(
        cells.map(({ offsetWidth }) => {
          start += offsetWidth
          return start - offsetWidth
        }),
      )
    })
    for (const cell of cells) observer.observe(cell)
    return () => observer.disconnect()
  }, [table, count])
  return Object.fromEntries(starts.map((start, index) => [`--frozen-${index}`, `${start}px`]))
}

const frozenOf = (cell: number, frozenCells: number) => (cell < frozenCells ? cell : undefined)

/** Focuses the new page's first row. */
function usePageTurning<Row>(
  list: PagedList<Row> | undefined,
  rows: Row[],
  table: RefObject<HTMLElement | null>,
): (by: 1 | -1) => boolean {
  const turnedFrom = useRef<Row[]>(undefined)
  useEffect(() => {
    if (!turnedFrom.current || turnedFrom.current === rows || !table.current) return
    turnedFrom.current = undefined
    focusRow(rowsOf(table.current)[0])
  })
  return (by) => {
    if (!list) return false
    const page = list.page + by
    if (page < 1 || page > Math.ceil(list.total / list.limit)) return false
    turnedFrom.current = rows
    list.goToPage(page)
    return true
  }
}

function HiddenHeading({ children }: { children: ReactNode }) {
  return (
    <Table.Th role="columnheader">
      <VisuallyHidden>{children}</VisuallyHidden>
    </Table.Th>
  )
}

type HeadingProps<Row, Sort extends string> = {
  column: Column<Row, Sort>
  frozen: number | undefined
  sorting: Sorting<Sort> | undefined
  /** The other headings are reached by arrow keys. */
  isTabStop: boolean
  onFocus: () => void
}

function Heading<Row, Sort extends string>(props: HeadingProps<Row, Sort>) {
  const { column, frozen, sorting, isTabStop, onFocus } = props
  const { sort } = column
  if (!sorting || !sort) {
    return (
      <Table.Th role="columnheader" data-number={column.isNumber} data-frozen={frozen}>
        {column.name}
      </Table.Th>
    )
  }
  const isSorted = sorting.sort === sort
  const Arrow = sorting.order === 'asc' ? IconArrowUp : IconArrowDown
  const direction = sorting.order === 'asc' ? 'ascending' : 'descending'
  return (
    <Table.Th
      role="columnheader"
      data-number={column.isNumber}
      data-frozen={frozen}
      aria-sort={isSorted ? direction : 'none'}
    >
      <UnstyledButton
        className={classes.sort}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        onClick={() => sorting.onSort(sort)}
      >
        {column.name}
        <Arrow size={14} aria-hidden visibility={isSorted ? 'visible' : 'hidden'} />
      </UnstyledButton>
    </Table.Th>
  )
}

type RowTick = { isOn: boolean; set: (isOn: boolean, isRange: boolean) => void }
type TableRowProps<Row, Sort extends string> = RowProps<Row, Sort> & {
  row: Row
  tick: RowTick | undefined
  frozenCells: number
  /** A small table shows its few actions also on a phone. */
  hasMenu: boolean
}

function TableRow<Row, Sort extends string>(props: TableRowProps<Row, Sort>) {
  const { row, columns, card, rowLink, rowActions, details, tick, frozenCells, hasMenu } = props
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const link = rowLink?.(row)
  const label = details?.label(row)
  const actions = rowActions?.(row)
  const renderLink = (name: ReactNode) =>
    link ? (
      <Link {...link} className={classes.link} data-row-link>
        {name}
      </Link>
    ) : (
      name
    )
  return (
    <>
      <Table.Tr
        role="row"
        data-row
        data-ticked={tick?.isOn}
        data-open={isOpen}
        data-card={card !== undefined || undefined}
        // Focus target for rows without a link.
        tabIndex={-1}
        className={classes.row}
        {...(link ? { 'data-linked': true, onClick: followRow } : {})}
      >
        {tick && <TickCell tick={tick} nameId={id} />}
        {card ? (
          <Table.Td role="cell" className={classes.card}>
            {card(row, (name) => renderLink(<span id={id}>{name}</span>))}
          </Table.Td>
        ) : (
          columns.map((column, index) => (
            <Table.Td
              key={columnKey(column)}
              role="cell"
              data-label={column.name}
              data-number={column.isNumber}
              data-wide={column.isWide}
              data-frozen={frozenOf(index + (tick ? 1 : 0), frozenCells)}
              id={index === 0 ? id : undefined}
            >
              {index === 0 ? renderLink(column.cell(row)) : countOr(column.cell(row))}
            </Table.Td>
          ))
        )}
        {details && (
          <Table.Td role="cell" className={classes.opener}>
            {label && (
              <UnstyledButton
                className={classes.toggle}
                aria-expanded={isOpen}
                aria-controls={`${id}-details`}
                data-row-open
                onClick={() => setIsOpen(!isOpen)}
              >
                {label}
                <IconChevronDown size={18} aria-hidden />
              </UnstyledButton>
            )}
          </Table.Td>
        )}
        {rowActions && (
          <Table.Td role="cell" className={classes.actions}>
            {hasMenu && actions ? (
              <RowMenu>{actions}</RowMenu>
            ) : (
              <div className={classes.icons}>{actions}</div>
            )}
          </Table.Td>
        )}
      </Table.Tr>
      {details && label && (
        <Table.Tr role="row" id={`${id}-details`} hidden={!isOpen} className={classes.details}>
          <Table.Td role="cell" colSpan={columns.length + (tick ? 1 : 0) + (rowActions ? 1 : 0) + 1}>
            {isOpen && details.content(row)}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

/**
 * Three lines on a phone: the first column as the link, with the first long text beside it, and what the others say.
 */
function cardOf<Row>(columns: Column<Row, string>[]): Card<Row> {
  const [first, ...others] = columns
  const title = others.find(({ isWide }) => isWide)
  return (row, renderLink) => (
    <>
      <div className={classes.title}>
        {first && renderLink(first.cell(row))}
        {title && <span>{title.cell(row)}</span>}
      </div>
      <div className={classes.facts}>
        {others.map((column) => {
          const content = column.cell(row)
          if (column === title || isNothing(content)) return null
          return (
            <span key={columnKey(column)}>
              {(column.isNumber || column.isNamed) && (
                <span className={classes.factName}>{column.name} </span>
              )}
              {countOr(content)}
            </span>
          )
        })}
      </div>
    </>
  )
}

const isNothing = (content: ReactNode) =>
  content === undefined || content === null || content === '' || content === '–'

/** On a phone, a row's actions are a list with their names. */
function RowMenu({ children }: { children: ReactNode }) {
  return (
    <DropMenu label={t('panel.list.actions')} button={<IconDotsVertical size={20} aria-hidden />}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- closes after a press of what is in it */}
      <div
        className={classes.menu}
        onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      >
        <InMenu value>{children}</InMenu>
      </div>
    </DropMenu>
  )
}

/** A checkbox is too small for fingers, so the whole cell ticks. */
function TickCell({ tick, nameId }: { tick: RowTick; nameId: string }) {
  return (
    <Table.Td
      role="cell"
      className={classes.tick}
      data-tick
      data-frozen={0}
      onClick={({ target, currentTarget, shiftKey }) => {
        if (target === currentTarget) tick.set(!tick.isOn, shiftKey)
      }}
    >
      <Checkbox
        size="md"
        aria-labelledby={nameId}
        checked={tick.isOn}
        onChange={({ currentTarget, nativeEvent }) =>
          tick.set(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </Table.Td>
  )
}

/** Forwards clicks in the row to its link, unless text was selected. */
function followRow(event: RowClick<HTMLTableRowElement>) {
  const { currentTarget: row, target, ctrlKey, metaKey, shiftKey } = event
  if (!(target instanceof Element) || !row.contains(target)) return
  if (target.closest('a, button, input, label, [data-tick]')) return
  if (getSelection()?.toString()) return
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey })
  row.querySelector('a[data-row-link]')?.dispatchEvent(click)
}

const countOr = (content: ReactNode) =>
  typeof content === 'number' ? <bdi className="number">{formatCount(content)}</bdi> : content
