import { Skeleton, Title } from '@mantine/core'
import { Suspense } from 'react'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { useCustomer, useOrdersForOthers, useViewedAccount } from '../account.ts'
import { lazyPart } from '../lazy.ts'

const StatementView = lazyPart(
  async () => (await import('#web/ui/statement/StatementView.tsx')).StatementView,
)

/** A dealer's own; for staff, of the customer they order for. */
export function StatementPage() {
  const ordersForOthers = useOrdersForOthers()
  const account = useViewedAccount()
  const customer = useCustomer(account ?? '')
  return (
    <>
      <Title order={1} size="h3">
        {t('statement.title')} {customer.data && <bdi>{customer.data.currAccDescription}</bdi>}
      </Title>
      {ordersForOthers && !account ? (
        <Empty title={t('statement.chooseCustomer')} />
      ) : (
        <Suspense fallback={<Skeleton height={320} radius="lg" mt="sm" />}>
          <StatementView key={account} currAccCode={account} />
        </Suspense>
      )}
    </>
  )
}
