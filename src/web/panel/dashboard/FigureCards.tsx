import { Paper, SimpleGrid, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Dashboard, Sales, Sums } from '#shared/analysis/analysis.ts'
import { pages } from '#shared/pages.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { useMayOpen } from '../access.ts'
import { useOnline } from '../analysis/useOnline.ts'
import type { Range } from '../periods.ts'
import { ConvertedTotal } from './ConvertedTotal.tsx'
import { formatDay, weekdayOf } from './days.ts'
import classes from './FigureCard.module.css'
import { ordersLink } from './orderLinks.ts'

const ErpWarning = lazy(async () => ({ default: (await import('../erp/ErpWarning.tsx')).ErpWarning }))

type Props = { day: UseQueryResult<Dashboard>; sales: UseQueryResult<Sales>; range: Range }

export function FigureCards({ day, sales, range }: Props) {
  const isOffice = useMayOpen(pages.analysis)
  const isAdmin = useMayOpen(pages.erp)
  const { data } = day
  const isOneDay = range.from === range.to
  return (
    <SimpleGrid cols={{ base: 2, md: isOffice ? 3 : 4, xl: isOffice ? 6 : 4 }} spacing="sm" mb="md">
      <FigureCard
        name={t('panel.dashboard.today')}
        part={day}
        sums={data?.today}
        link={data && ordersLink({ from: data.day, to: data.day })}
        notes={
          data && [
            t('panel.dashboard.byNow.yesterday', { number: formatCount(data.yesterday.byNow.orders) }),
            t('panel.dashboard.byNow.weekAgo', { number: formatCount(data.sameWeekday.byNow.orders) }),
          ]
        }
      />
      <FigureCard
        name={t('panel.dashboard.yesterday')}
        part={day}
        sums={data?.yesterday}
        link={data && ordersLink({ from: data.yesterday.day, to: data.yesterday.day })}
      />
      <FigureCard
        name={
          data
            ? t('panel.dashboard.weekAgo', { weekday: weekdayOf(data.sameWeekday.day) })
            : t('panel.dashboard.sameWeekday')
        }
        part={day}
        sums={data?.sameWeekday}
        link={data && ordersLink({ from: data.sameWeekday.day, to: data.sameWeekday.day })}
      />
      <FigureCard
        name={isOneDay ? formatDay(range.from) : t('panel.dashboard.chosenDays')}
        part={sales}
        sums={sales.data?.all}
        link={ordersLink(range)}
      />
      {isOffice && settings.transferEnabled && (
        <FigureCard
          name={t('panel.dashboard.untransferred')}
          part={day}
          count={data?.untransferred}
          link={ordersLink({ transfer: 'open' })}
          warning={
            isAdmin && (
              <Suspense>
                <ErpWarning />
              </Suspense>
            )
          }
        />
      )}
      {isOffice && <OnlineCard />}
    </SimpleGrid>
  )
}

function OnlineCard() {
  const online = useOnline()
  const link = { to: pages.analysis.path }
  if (settings.onlineExpire === 0) {
    return <FigureCard name={t('panel.dashboard.online')} link={link} notes={[t('panel.online.off')]} />
  }
  return (
    <FigureCard name={t('panel.dashboard.online')} part={online} count={online.data?.length} link={link} />
  )
}

type FigureCardProps = {
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
  /** Something waits for the office. */
  isBad?: boolean
}

export function FigureCard(props: FigureCardProps) {
  const { name, part, sums, count = sums?.orders, link, notes = [], warning, isBad = false } = props
  return (
    <Paper
      withBorder
      radius="md"
      className={classes.card}
      data-bad={isBad}
      aria-busy={part?.isPending ?? false}
    >
      <h2 className={classes.name}>{name}</h2>
      {part?.error && <Failure error={part.error} onRetry={() => void part.refetch()} />}
      {part?.isPending && <Skeleton height={64} radius="sm" />}
      {count !== undefined && link && (
        <Link
          {...link}
          className={classes.figure}
          aria-label={sums ? undefined : `${name}: ${formatCount(count)}`}
        >
          <bdi className="number">{formatCount(count)}</bdi>
          {sums && <span className={classes.unit}> {t('panel.dashboard.ordersOf', { count })}</span>}
        </Link>
      )}
      {!part && count === undefined && link && (
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
