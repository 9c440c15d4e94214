import { Paper, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from '#shared/orders.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import { OrderTable } from '../orders/OrderTable.tsx'
import classes from './DashboardPage.module.css'

/** What staff look at first: orders of today, this week and this month, and the latest of them. */
export function DashboardPage() {
  const figures = useQuery({
    queryKey: ['dashboard'],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetDashboard', periodStarts(new Date()), { signal })).data,
  })
  const latest = useQuery({
    queryKey: ['orders', 'latest'],
    queryFn: async ({ signal }) => (await api.post('/api/Shop/GetOrders', { limit: 8 }, { signal })).data,
  })
  return (
    <>
      <Title order={1} size="h3" mb="md">
        {t('panel.dashboard')}
      </Title>
      {figures.error && <Failure error={figures.error} onRetry={() => void figures.refetch()} />}
      {figures.isPending && <Skeleton height={120} radius="md" />}
      {figures.data && <Figures figures={figures.data} />}
      <div className={classes.head}>
        <Title order={2} size="h4">
          {t('dashboard.latest')}
        </Title>
        <Link to="/siparisler/index">{t('dashboard.allOrders')}</Link>
      </div>
      {latest.error && <Failure error={latest.error} onRetry={() => void latest.refetch()} />}
      {latest.isPending && <Skeleton height={240} radius="md" />}
      {latest.data && <OrderTable rows={latest.data.items} />}
    </>
  )
}

function Figures({ figures }: { figures: Dashboard }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
      <Figure name={t('dashboard.today')} count={figures.today.orders} totals={figures.today.totals} />
      <Figure name={t('dashboard.week')} count={figures.week.orders} totals={figures.week.totals} />
      <Figure name={t('dashboard.month')} count={figures.month.orders} totals={figures.month.totals} />
      {settings.transferEnabled && (
        <Figure name={t('dashboard.untransferred')} count={figures.untransferred} totals={[]} />
      )}
    </SimpleGrid>
  )
}

function Figure({
  name,
  count,
  totals,
}: {
  name: string
  count: number
  totals: Dashboard['today']['totals']
}) {
  return (
    <Paper withBorder p="md" radius="md">
      <Text size="sm" c="var(--ink-soft)">
        {name}
      </Text>
      <Text size="28px" fw={700} lh={1.3} className="number" ta="start">
        {formatCount(count)}
      </Text>
      <Text size="sm" component="div">
        <Totals totals={totals} />
      </Text>
    </Paper>
  )
}

/** Where the reader's own day, week (from Monday) and month began. */
function periodStarts(now: Date) {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const week = new Date(day)
  week.setDate(day.getDate() - ((day.getDay() + 6) % 7))
  const month = new Date(now.getFullYear(), now.getMonth(), 1)
  return { dayStart: day.toISOString(), weekStart: week.toISOString(), monthStart: month.toISOString() }
}
