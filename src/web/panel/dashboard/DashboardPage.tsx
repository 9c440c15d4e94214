import { Button, Group, Paper, Select, Switch, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { Dashboard, Sales } from '#shared/analysis/analysis.ts'
import { dayOf, startOf } from '#shared/clock.ts'
import { type Page, pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import type { StoredKey } from '#web/stored.ts'
import { DayField } from '#web/ui/days/DayField.tsx'
import { useMayOpen } from '../access.ts'
import { PageButton } from '../PageButton.tsx'
import { PageHead } from '../PageHead.tsx'
import { periods, type Range } from '../periods.ts'
import { usePageSearch } from '../shell/pageAddress.ts'
import classes from './DashboardPage.module.css'
import {
  adjustRange,
  type DashboardSearch,
  dashboardRange,
  defaultPeriod,
  readDashboardSearch,
} from './dashboardSearch.ts'
import { FigureCards } from './FigureCards.tsx'
import { BestSellersPart, LatestPart, LowStockPart, QuietPart, SalesByPart } from './lists.tsx'
import { NeedsYou } from './NeedsYou.tsx'
import { UsedRates } from './RateNotes.tsx'
import { useDashboardQuery } from './rates.ts'
import { SalesPart } from './SalesPart.tsx'

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
  const currencies = currenciesOf(day.data, sales.data)
  const shared = { range, asTable: asTables }
  const title = <PageHead title={t('panel.dashboard')} />
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
      {day.data && <NeedsYou day={day.data} currencies={currencies} />}
      <PeriodBar
        search={search}
        range={range}
        onChange={setSearch}
        asTables={asTables}
        onTables={setAsTables}
      />
      <p className={classes.without}>{t('tax.amountsWithout')}</p>
      <FigureCards day={day} sales={sales} range={range} />
      <UsedRates currencies={currencies} />
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
      {isOtherTimeZone(today) && (
        <p className={classes.clock}>{t('panel.dashboard.clock', { zone: settings.timeZone })}</p>
      )}
    </>
  )
}

function currenciesOf(day: Dashboard | undefined, sales: Sales | undefined): string[] {
  const sums = [day?.today, day?.yesterday, day?.sameWeekday, sales?.all]
  return [...new Set(sums.flatMap((sum) => sum?.totals ?? []).map(({ currency }) => currency))].toSorted()
}

/** Whether the user's day starts at another time, which the page then mentions. */
function isOtherTimeZone(today: string): boolean {
  return new Date(`${today}T00:00:00`).getTime() !== startOf(today, settings.timeZone).getTime()
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

const today = () => dayOf(new Date(), settings.timeZone)

function watchClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, 30_000)
  return () => clearInterval(timer)
}

type PeriodBarProps = {
  search: DashboardSearch
  range: Range
  onChange: (change: Pick<DashboardSearch, 'period' | 'from' | 'to'>) => void
  asTables: boolean
  onTables: (asTables: boolean) => void
}

const customPeriod = 'own'

function PeriodBar({ search, range, onChange, asTables, onTables }: PeriodBarProps) {
  const options = periods.map((period) => ({ value: period, label: t(`panel.dashboard.period.${period}`) }))
  return (
    <Group className={classes.bar} gap="xs" mb="md" align="flex-end" component="search">
      <Select
        className={classes.period}
        label={t('panel.dashboard.period')}
        allowDeselect={false}
        data={[
          ...options,
          ...(search.from ? [{ value: customPeriod, label: t('panel.dashboard.period.own') }] : []),
        ]}
        value={search.from ? customPeriod : (search.period ?? defaultPeriod)}
        onChange={(value) => {
          const period = periods.find((candidate) => candidate === value)
          if (period) onChange({ period })
        }}
      />
      <DayField
        label={t('orders.from')}
        value={range.from}
        onChange={(from) => from && onChange(adjustRange(range, { from }))}
      />
      <DayField
        label={t('orders.to')}
        value={range.to}
        onChange={(to) => to && onChange(adjustRange(range, { to }))}
      />
      <Switch
        className={classes.tables}
        label={t('panel.dashboard.asTables')}
        checked={asTables}
        onChange={(event) => onTables(event.currentTarget.checked)}
      />
    </Group>
  )
}

/** Setup steps, shown until there is an order. */
function FirstSteps({ has }: { has: Dashboard['has'] }) {
  const isOffice = useMayOpen(pages.analysis)
  return (
    <Paper component="section" withBorder radius="md" p="lg" aria-labelledby="first-steps">
      <Title order={2} size="h4" id="first-steps">
        {t('panel.dashboard.noOrders')}
      </Title>
      <p className={classes.text}>
        {t(isOffice ? 'panel.dashboard.firstSteps' : 'panel.dashboard.noOrdersText')}
      </p>
      {isOffice && (
        <ol className={classes.steps}>
          <Step name="brands" isDone={has.brands} targets={[pages.brands]} />
          <Step
            name="products"
            isDone={has.products}
            targets={[pages.catalogueImport, pages.productCreate]}
          />
          <Step name="agents" isDone={has.agents} targets={[pages.agentCreate]} />
          <Step name="customers" isDone={has.customers} targets={[pages.customerCreate]} />
          <Step name="users" targets={[pages.userCreate]} />
        </ol>
      )}
      <Button component="a" href="/shop" mt="md" variant={isOffice ? 'default' : 'filled'}>
        {t('panel.dashboard.toShop')}
      </Button>
    </Paper>
  )
}

type StepProps = {
  name: 'brands' | 'products' | 'agents' | 'customers' | 'users'
  isDone?: boolean
  targets: Page[]
}

function Step({ name, isDone = false, targets }: StepProps) {
  const Icon = isDone ? IconCircleCheckFilled : IconCircle
  return (
    <li className={classes.step} data-done={isDone}>
      <Icon size={22} {...(isDone ? { 'aria-label': t('panel.dashboard.done') } : { 'aria-hidden': true })} />
      <span>
        <b>{t(`panel.dashboard.step.${name}`)}</b>
        <br />
        {t(`panel.dashboard.stepText.${name}`)}
      </span>
      {!isDone && targets.map((page) => <PageButton key={page.path} page={page} />)}
    </li>
  )
}
