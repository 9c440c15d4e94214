import { Group, Skeleton, Text, Title } from '@mantine/core'
import { pages } from '#shared/pages.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import { useMayOpen } from '../access.ts'
import { PageButton } from '../PageButton.tsx'
import classes from './OnlinePage.module.css'
import { OnlineTable } from './OnlineTable.tsx'
import { sumCarts } from './sumCarts.ts'
import { useOnline } from './useOnline.ts'

export function OnlinePage() {
  const online = useOnline()
  const { data, error } = online
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          {t('panel.onlineCustomers')}
        </Title>
        <Text size="sm" c="var(--ink-soft)" aria-live="polite">
          {data && t('panel.online.total', { count: data.length })}
        </Text>
      </Group>
      {settings.onlineExpire === 0 && <TrackingOff />}
      {error && <Failure error={error} onRetry={() => void online.refetch()} />}
      {online.isLoading && <Skeleton height={320} radius="md" />}
      {data?.length === 0 && (
        <Empty title={t('panel.online.nobody')}>
          <p>{t('panel.online.nobodyText')}</p>
        </Empty>
      )}
      {data && data.length > 0 && (
        <>
          <Group className={classes.sums} gap="lg" mb="md">
            <span>{t('panel.online.inCarts')}</span>
            <b>
              {t('panel.online.units', {
                count: sumCarts(data).qty,
                number: formatCount(sumCarts(data).qty),
              })}
            </b>
            <Group component="b" gap="md">
              <Totals totals={sumCarts(data).totals} />
            </Group>
          </Group>
          <OnlineTable customers={data} />
        </>
      )}
    </>
  )
}

/** The tenant has turned off cart reports. */
function TrackingOff() {
  const maySet = useMayOpen(pages.settings)
  return (
    <Empty title={t('panel.online.off')}>
      <p>{t('panel.online.offText', { setting: t('panel.settings.onlineExpire') })}</p>
      {maySet ? (
        <PageButton page={pages.settings} isMain>
          {t('panel.online.toSettings')}
        </PageButton>
      ) : (
        <p>{t('panel.online.askOffice')}</p>
      )}
    </Empty>
  )
}
