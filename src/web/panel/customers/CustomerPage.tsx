import { Skeleton, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { addCustomer } from '#shared/customers.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { FormPage } from '../form/FormPage.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { listLink } from '../list/listLink.ts'
import { usePageNavigate, usePageParams, usePageTitle } from '../shell/pageAddress.ts'
import { Branches } from './Branches.tsx'
import { CustomerFields } from './CustomerFields.tsx'
import { fetchCustomer, newCustomerDraft } from './customerDraft.ts'
import { DeletedCustomer } from './DeletedCustomer.tsx'
import { EditCustomer } from './EditCustomer.tsx'

/** Then opens the edit page, where users and brands are added. */
export function CustomerCreatePage() {
  const navigate = usePageNavigate()
  const queryClient = useQueryClient()
  const form = useRecordForm({
    schema: addCustomer.input,
    initial: newCustomerDraft(),
    isNew: true,
    save: async (values) => (await api.post('/api/Account/AddCustomer', values)).data,
    savedText: t('panel.customer.added'),
    onSaved: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ['customers'] })
      void queryClient.invalidateQueries({ queryKey: ['priceGroups'] })
      void navigate({ to: '/customer/edit/$id', params: { id }, replace: true })
    },
  })
  return (
    <FormPage
      title={t('panel.customerCreate')}
      form={form}
      back={{ to: '/customer/index', label: t('panel.customers') }}
    >
      <CustomerFields form={form} isNew />
      <Branches form={form} />
    </FormPage>
  )
}

/** By id or code. A deleted customer can only be restored. */
export function CustomerEditPage() {
  const { id = '' } = usePageParams()
  const customer = useRecordQuery({
    queryKey: ['customer', id],
    queryFn: ({ signal }) => fetchCustomer(id, { signal }),
  })
  const { data, error } = customer
  usePageTitle(data?.currAccDescription)
  if (data && !data.isDeleted) return <EditCustomer key={data.id} urlId={id} account={data} />
  return (
    <>
      <Text size="sm" mb={4}>
        <Link {...listLink('/customer/index')}>{t('panel.customers')}</Link>
      </Text>
      {!data && (
        <Title order={1} size="h3" mb="md">
          {t('panel.customerEdit')}
        </Title>
      )}
      {data ? (
        <DeletedCustomer account={data} />
      ) : error ? (
        <Failure error={error} onRetry={() => void customer.refetch()} />
      ) : (
        <Skeleton height={600} maw={960} radius="md" />
      )}
    </>
  )
}
