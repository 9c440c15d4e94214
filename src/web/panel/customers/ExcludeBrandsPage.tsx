import { Skeleton, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { listLink } from '../list/listLink.ts'
import { usePageParams, usePageTitle } from '../shell/pageAddress.ts'
import { BrandChoiceForm } from './BrandChoiceForm.tsx'
import { CustomerChooser } from './CustomerChooser.tsx'
import { DeletedCustomer } from './DeletedCustomer.tsx'
import { fetchBrandChoice } from './excludedBrands.ts'

export function ExcludeBrandsPage() {
  const { userId } = usePageParams()
  return userId ? <CustomerBrands key={userId} userId={userId} /> : <CustomerChooser />
}

function CustomerBrands({ userId }: { userId: string }) {
  const choice = useRecordQuery({
    queryKey: ['customer', 'brands', userId],
    queryFn: ({ signal }) => fetchBrandChoice(userId, { signal }),
  })
  const { data, error } = choice
  usePageTitle(data && `${t('panel.excludeBrands')}: ${data.customer.currAccDescription}`)
  if (data && !data.customer.isDeleted) return <BrandChoiceForm {...data} />
  return (
    <>
      <Text size="sm" mb={4}>
        <Link {...listLink('/customer/index')}>{t('panel.customers')}</Link>
      </Text>
      {!data && (
        <Title order={1} size="h3" mb="md">
          {t('panel.excludeBrands')}
        </Title>
      )}
      {data ? (
        <DeletedCustomer account={data.customer} />
      ) : error ? (
        <Failure error={error} onRetry={() => void choice.refetch()} />
      ) : (
        <Skeleton height={600} maw={960} radius="md" />
      )}
    </>
  )
}
