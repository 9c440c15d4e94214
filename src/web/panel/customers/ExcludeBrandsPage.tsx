import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { listLink } from '../list/listLink.ts'
import { BrandChoiceForm } from './BrandChoiceForm.tsx'
import { CustomerChooser } from './CustomerChooser.tsx'
import { DeletedCustomer } from './DeletedCustomer.tsx'
import { fetchBrandChoice } from './excludedBrands.ts'

const route = getRouteApi('/customer/exclude-brands/{-$userId}')

/** Which brands a customer does not see. Without a customer in the address, one is chosen first. */
export function ExcludeBrandsPage() {
  const { userId } = route.useParams()
  return userId ? <BrandsOf key={userId} userId={userId} /> : <CustomerChooser />
}

function BrandsOf({ userId }: { userId: string }) {
  const choice = useQuery({
    queryKey: ['customer', 'brands', userId],
    queryFn: ({ signal }) => fetchBrandChoice(userId, { signal }),
    // As with every form: what is stored now, and nothing asked for under the hands of whoever fills it in.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data, error } = choice
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
