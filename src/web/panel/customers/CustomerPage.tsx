import { IconTrash } from '@tabler/icons-react'
import { type Account, addCustomer, updateCustomer } from '#shared/customers.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/queryClient.ts'
import { FormPage } from '../form/FormPage.tsx'
import { RecordPage } from '../form/RecordPage.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { useStoredForm } from '../form/useStoredForm.ts'
import { IconButton } from '../IconButton.tsx'
import { listLink } from '../list/listLink.ts'
import { useRemoval } from '../list/removal.tsx'
import { refetch } from '../refetch.ts'
import { usePageNavigate, usePageParams, usePageTitle } from '../shell/pageAddress.ts'
import { Branches } from './Branches.tsx'
import { CustomerFields } from './CustomerFields.tsx'
import { CustomerLinks } from './CustomerLinks.tsx'
import { CustomerTitle, customersLink, DeletedCustomer } from './CustomerTitle.tsx'
import { customerRemoval, draftOf, fetchCustomer, newCustomerDraft } from './customerDraft.ts'

/** Then opens the edit page, where users and brands are added. */
export function CustomerCreatePage() {
  const navigate = usePageNavigate()
  const form = useRecordForm({
    schema: addCustomer.input,
    initial: newCustomerDraft(),
    isNew: true,
    save: async (values) => (await api.post('/api/Account/AddCustomer', values)).data,
    savedText: t('panel.customer.added'),
    onSaved: ({ id }) => {
      void refetch('customers', 'priceGroups')
      void navigate({ to: '/customer/edit/$id', params: { id }, replace: true })
    },
  })
  return (
    <FormPage title={t('panel.customerCreate')} form={form} back={customersLink}>
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
  usePageTitle(customer.data?.currAccDescription)
  return (
    <RecordPage title={t('panel.customerEdit')} back={customersLink} query={customer} height={600}>
      {(account) =>
        account.isDeleted ? (
          <DeletedCustomer account={account} />
        ) : (
          <CustomerEditor key={account.id} urlId={id} account={account} />
        )
      }
    </RecordPage>
  )
}

/** `urlId` is the id or code in the page's URL. */
function CustomerEditor({ account, urlId }: { account: Account; urlId: string }) {
  const { id, currAccDescription: name } = account
  const navigate = usePageNavigate()
  const { remove, isBusy } = useRemoval(customerRemoval, { id, name })
  const updateCache = (fresh: Account) => queryClient.setQueryData(['customer', urlId], fresh)
  const form = useStoredForm({
    schema: updateCustomer.input,
    stored: account,
    draftOf,
    save: async (values, version) => {
      const { data } = await api.post('/api/Account/UpdateCustomer', { ...values, version })
      const fresh = await fetchCustomer(id).catch(() => undefined)
      return { version: data.version, fresh }
    },
    load: () => fetchCustomer(id),
    onSaved: ({ version, fresh }) => {
      updateCache(fresh ?? { ...account, version })
      // Takes over new branches' ids, unless something was typed during the save.
      if (fresh && !form.hasChangesNow()) form.restart(draftOf(fresh))
      void refetch('customers', 'priceGroups')
    },
    onLoaded: updateCache,
  })
  const leave = () => {
    form.discard()
    void navigate(listLink('/customer/index'))
  }
  return (
    <FormPage
      title={<CustomerTitle customer={account} />}
      form={form}
      back={customersLink}
      actions={
        <IconButton
          Icon={IconTrash}
          variant="subtle"
          color="red"
          c="red.9"
          aria-busy={isBusy}
          onClick={() => remove(leave)}
        >
          {t('panel.customer.delete')}
        </IconButton>
      }
    >
      <CustomerFields form={form} />
      <CustomerLinks account={account} />
      <Branches form={form} />
    </FormPage>
  )
}
