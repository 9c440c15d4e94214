import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { maxAnalysisRows } from '#shared/analysisRules.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { EmptyPart, Part } from './Part.tsx'
import { type SmallColumn, SmallTable } from './SmallTable.tsx'
import { useDashboardQuery } from './useDashboardQuery.ts'

/** Rows shown at first. */
export const collapsedRows = 6

type Ranked<Row> = { items: Row[]; total: number }

type Props<Row, Data extends Ranked<Row>> = {
  title: string
  /** What the figures cover. */
  note?: string
  actions?: ReactNode
  height: number
  /** What the rows depend on. */
  queryKey: readonly unknown[]
  load: (limit: number, options: { signal: AbortSignal }) => Promise<{ data: Data }>
  emptyText?: string
  columns: (data: Data) => SmallColumn<Row>[]
  rowKey: (row: Row) => string
  /** Bar length of a row, 0 to 1, if there are bars. */
  shareOf?: ((data: Data) => (row: Row) => number) | undefined
}

/** The first rows of a ranking; a button shows the rest. */
export function RankedPart<Row, Data extends Ranked<Row>>(props: Props<Row, Data>) {
  const { title, note, actions, height, queryKey, load, emptyText, columns, rowKey, shareOf } = props
  const [isExpanded, setIsExpanded] = useState(false)
  const limit = isExpanded ? maxAnalysisRows : collapsedRows
  const part = useDashboardQuery([...queryKey, limit], (options) => load(limit, options))
  return (
    <Part title={title} note={note} actions={actions} part={part} height={height}>
      {(data) =>
        data.items.length === 0 ? (
          <EmptyPart text={emptyText} />
        ) : (
          <>
            <SmallTable
              label={title}
              columns={columns(data)}
              rows={data.items}
              rowKey={rowKey}
              share={shareOf?.(data)}
            />
            <ShowAllButton total={data.total} isExpanded={isExpanded} onChange={setIsExpanded} />
          </>
        )
      }
    </Part>
  )
}

type ButtonProps = { total: number; isExpanded: boolean; onChange: (isExpanded: boolean) => void }

/** Hidden if all rows are shown anyway. */
function ShowAllButton({ total, isExpanded, onChange }: ButtonProps) {
  if (total <= collapsedRows) return null
  const count = Math.min(total, maxAnalysisRows)
  return (
    <Button variant="subtle" mt={4} px="xs" aria-expanded={isExpanded} onClick={() => onChange(!isExpanded)}>
      {isExpanded
        ? t('panel.dashboard.showFewer')
        : t('panel.dashboard.showAll', { count, number: formatCount(count) })}
    </Button>
  )
}
