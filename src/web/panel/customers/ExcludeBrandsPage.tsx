import { t } from '#web/i18n.ts'
import { RecordPage } from '../form/RecordPage.tsx'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { usePageParams, usePageTitle } from '../shell/pageAddress.ts'
import { BrandChoiceForm } from './BrandChoiceForm.tsx'
import { CustomerChooser } from './CustomerChooser.tsx'
import { customersLink, DeletedCustomer } from './CustomerTitle.tsx'
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
  const { data } = choice
  usePageTitle(data && `${t('panel.excludeBrands')}: ${data.customer.currAccDescription}`)
  return (
    <RecordPage title={t('panel.excludeBrands')} back={customersLink} query={choice} height={600}>
      {({ customer, ...brands }) =>
        customer.isDeleted ? (
          <DeletedCustomer account={customer} />
        ) : (
          <BrandChoiceForm customer={customer} {...brands} />
        )
      }
    </RecordPage>
  )
}
