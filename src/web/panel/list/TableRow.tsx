import { Checkbox, Table, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, type MouseEvent as RowClick, useId, useState } from 'react'
import { type CardRenderer, type Column, columnKey, type Details } from './columns.ts'
import classes from './DataTable.module.css'

type Tick = { isOn: boolean; set: (isOn: boolean, isRange: boolean) => void }
type Props<Row, Sort extends string> = {
  row: Row
  columns: Column<Row, Sort>[]
  card: CardRenderer<Row> | undefined
  rowLink: ((row: Row) => LinkProps | undefined) | undefined
  rowActions: ((row: Row) => ReactNode) | undefined
  details: Details<Row> | undefined
  tick: Tick | undefined
}

// Explicit roles, because CSS display for cards removes the implicit ones.
export function TableRow<Row, Sort extends string>(props: Props<Row, Sort>) {
  const { row, columns, card, rowLink, rowActions, details, tick } = props
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const link = rowLink?.(row)
  const label = details?.label(row)
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
              id={index === 0 ? id : undefined}
            >
              {index === 0 ? renderLink(column.cell(row)) : column.cell(row)}
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
            <div>{rowActions(row)}</div>
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

/** A checkbox is too small for fingers, so the whole cell ticks. */
function TickCell({ tick, nameId }: { tick: Tick; nameId: string }) {
  return (
    <Table.Td
      role="cell"
      className={classes.tick}
      data-tick
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
