import { Paper, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Sums } from '#shared/analysis.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { ConvertedTotal } from './ConvertedTotal.tsx'
import classes from './FigureCard.module.css'

type Props = {
  name: string
  /** The query of the figure, if it loads. */
  part?: UseQueryResult
  sums?: Sums | undefined
  /** For figures without amounts. */
  count?: number | undefined
  link: LinkProps | undefined
  notes?: string[] | undefined
  /** A problem, with a link to fix it. */
  warning?: ReactNode
}

export function FigureCard({ name, part, sums, count = sums?.orders, link, notes = [], warning }: Props) {
  return (
    <Paper withBorder radius="md" className={classes.card} aria-busy={part?.isPending ?? false}>
      <h2 className={classes.name}>{name}</h2>
      {part?.error && <Failure error={part.error} onRetry={() => void part.refetch()} />}
      {part?.isPending && <Skeleton height={64} radius="sm" />}
      {count !== undefined && link && (
        <Link {...link} className={classes.figure}>
          <bdi className="number">{formatCount(count)}</bdi>
          {sums && <span className={classes.unit}> {t('panel.dashboard.ordersOf', { count })}</span>}
        </Link>
      )}
      {!part && link && (
        <Link {...link} className={classes.figure}>
          –
        </Link>
      )}
      {sums && (
        <div className={classes.totals}>
          <ConvertedTotal totals={sums.totals} showsOriginals />
        </div>
      )}
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      {warning}
    </Paper>
  )
}
