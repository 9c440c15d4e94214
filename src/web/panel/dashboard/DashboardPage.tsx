import { Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { Dashboard, Sales } from '#shared/analysis.ts'
import { dayOf, startOf } from '#shared/clock.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import type { StoredKey } from '#web/stored.ts'
import { useMayOpen } from '../access.ts'
import { usePageSearch } from '../shell/pageAddress.ts'
import { BestSellersPart } from './BestSellersPart.tsx'
import classes from './DashboardPage.module.css'
import { type DashboardSearch, dashboardRange, readDashboardSearch } from './dashboardSearch.ts'
import { FigureCards } from './FigureCards.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { LatestPart } from './LatestPart.tsx'
import { LowStockPart } from './LowStockPart.tsx'
import { PeriodBar } from './PeriodBar.tsx'
import { QuietPart } from './QuietPart.tsx'
import { RatesLine } from './RatesLine.tsx'
import { SalesByPart } from './SalesByPart.tsx'
import { SalesPart } from './SalesPart.tsx'
import { useDashboardQuery } from './useDashboardQuery.ts'
import { Warning } from './Warning.tsx'

export function DashboardPage() {
  const search = readDashboardSearch(usePageSearch())
  const today = useToday()
  const range = dashboardRange(search, today)
  const navigate = useNavigate()
  const [asTables, setAsTables] = useAsTables()
  const isOffice = useMayOpen(pages.analysis)
  const isCompany = useMayOpen(pages.customers)
  const day = useDashboardQuery(['day', today], (options) => api.get('/api/Shop/GetDashboard', {}, options))
  const sales = useDashboardQuery(['sales', range], (options) =>
    api.get('/api/Shop/GetSales', range, options),
  )
  const setSearch = (change: DashboardSearch) =>
    void navigate({
      to: '.',
      search: readDashboardSearch(change as Record<string, unknown>) as never,
      replace: true,
    })
  const shared = { range, asTable: asTables }
  const title = (
    <Title order={1} size="h3" mb="md">
      {t('panel.dashboard')}
    </Title>
  )
  if (day.data?.has.orders === false) {
    return (
      <>
        {title}
        <FirstSteps has={day.data.has} />
      </>
    )
  }
  return (
    <>
      {title}
      <PeriodBar
        search={search}
        range={range}
        onChange={setSearch}
        asTables={asTables}
        onTables={setAsTables}
      />
      {day.data && day.data.undelivered > 0 && (
        <Warning
          link={{ to: '/siparisler/index', search: { mails: 'undelivered' } as never }}
          text={t('panel.dashboard.undelivered', { count: day.data.undelivered })}
        />
      )}
      <FigureCards day={day} sales={sales} range={range} />
      <RatesLine currencies={currenciesOf(day.data, sales.data)} />
      <div className={classes.wide}>
        <SalesPart sales={sales} asTable={asTables} />
      </div>
      <div className={classes.parts}>
        {isOffice && <SalesByPart by="customer" {...shared} />}
        <SalesByPart by="brand" {...shared} />
        {isCompany && <SalesByPart by="agent" {...shared} />}
        <BestSellersPart range={range} asTable={asTables} />
        {isOffice && <LowStockPart />}
        {isOffice && <QuietPart />}
        <LatestPart />
      </div>
      {isOtherTimeZone(today) && <p className={classes.clock}>{t('panel.dashboard.clock')}</p>}
    </>
  )
}

function currenciesOf(day: Dashboard | undefined, sales: Sales | undefined): string[] {
  const sums = [day?.today, day?.yesterday, day?.sameWeekday, sales?.all]
  return [...new Set(sums.flatMap((sum) => sum?.totals ?? []).map(({ currency }) => currency))].toSorted()
}

/** Whether the user's day starts at another time, which the page then mentions. */
function isOtherTimeZone(today: string): boolean {
  return new Date(`${today}T00:00:00`).getTime() !== startOf(today).getTime()
}

/** Stored per user and device. */
function useAsTables() {
  const user = useSession((session) => session.user?.id ?? '')
  return useLocalStorage({
    key: `dashboard tables ${user}` satisfies StoredKey,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
}

/** Changes at midnight. */
function useToday(): string {
  return useSyncExternalStore(watchClock, today)
}

const today = () => dayOf(new Date())

function watchClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, 30_000)
  return () => clearInterval(timer)
}
