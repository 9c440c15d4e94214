import { Paper, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { t } from '#web/i18n.ts'
import { Hint } from '../Hint.tsx'
import { Loaded } from '../Loaded.tsx'
import classes from './Part.module.css'

type Props<Data> = {
  title: string
  /** What the figures cover. */
  note?: string | undefined
  actions?: ReactNode
  part: UseQueryResult<Data>
  /** Pixels reserved while loading, so that nothing moves. */
  height: number
  children: (data: Data) => ReactNode
}

export function Part<Data>({ title, note, actions, part, height, children }: Props<Data>) {
  const id = useId()
  return (
    <Paper component="section" withBorder radius="md" className={classes.part} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {actions}
      </div>
      {note && <p className={classes.note}>{note}</p>}
      <div
        className={classes.content}
        style={{ minHeight: height }}
        aria-busy={part.isPending || part.isPlaceholderData}
      >
        <Loaded query={part} height={height}>
          {children}
        </Loaded>
      </div>
    </Paper>
  )
}

export function EmptyPart({ text = t('panel.dashboard.nothing') }: { text?: string | undefined }) {
  return <Hint py="md">{text}</Hint>
}

export type SmallColumn<Row> = { name: string; isNumber?: boolean; cell: (row: Row) => ReactNode }

type SmallTableProps<Row> = {
  label: string
  columns: SmallColumn<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** Bar length per row, 0 to 1. */
  share?: ((row: Row) => number) | undefined
}

/** The bars below the names form a readable chart. */
export function SmallTable<Row>({ label, columns, rows, rowKey, share }: SmallTableProps<Row>) {
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ name, isNumber }) => (
            <th key={name} scope="col" data-number={isNumber}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ name, isNumber, cell }, index) => (
              <Cell key={name} isFirst={index === 0} isNumber={isNumber}>
                {cell(row)}
                {index === 0 && share && (
                  <span className={classes.track} aria-hidden>
                    {share(row) > 0 && (
                      <span className={classes.bar} style={{ inlineSize: `${share(row) * 100}%` }} />
                    )}
                  </span>
                )}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type CellProps = { isFirst: boolean; isNumber: boolean | undefined; children: ReactNode }

function Cell({ isFirst, isNumber, children }: CellProps) {
  return isFirst ? (
    <th scope="row" className={classes.name}>
      {children}
    </th>
  ) : (
    <td data-number={isNumber}>{children}</td>
  )
}
