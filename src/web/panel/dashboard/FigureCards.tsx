import { SimpleGrid } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Dashboard, Sales } from '#shared/analysis.ts'
import { pages } from '#shared/pages.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { useMayOpen } from '../access.ts'
import { useOnline } from '../analysis/useOnline.ts'
import type { Range } from '../periods.ts'
import { formatDay, weekdayOf } from './days.ts'
import { FigureCard } from './FigureCard.tsx'
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
