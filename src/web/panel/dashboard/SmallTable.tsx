import type { ReactNode } from 'react'
import classes from './SmallTable.module.css'

export type SmallColumn<Row> = { name: string; isNumber?: boolean; cell: (row: Row) => ReactNode }

type Props<Row> = {
  label: string
  columns: SmallColumn<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** Bar length per row, 0 to 1. */
  share?: ((row: Row) => number) | undefined
}

/** The bars below the names form a readable chart. */
export function SmallTable<Row>({ label, columns, rows, rowKey, share }: Props<Row>) {
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
