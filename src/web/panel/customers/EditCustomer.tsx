import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Account, updateCustomer } from '#shared/customers.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { FormPage } from '../form/FormPage.tsx'
import { LoadAgain } from '../form/LoadAgain.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { listLink } from '../list/listLink.ts'
import { useRemoval } from '../list/removal.tsx'
import { usePageNavigate } from '../shell/pageAddress.ts'
import { Branches } from './Branches.tsx'
import { CustomerFields } from './CustomerFields.tsx'
import { CustomerLinks } from './CustomerLinks.tsx'
import { CustomerTitle } from './CustomerTitle.tsx'
import { customerRemoval, draftOf, fetchCustomer } from './customerDraft.ts'

/** Someone else changed or deleted the customer first. */
const isEditConflict = (error: unknown) =>
  error instanceof CallFailed && (error.code === 'record.changed' || error.code === 'notFound')

/** `urlId` is the id or code in the page's URL. */
export function EditCustomer({ account, urlId }: { account: Account; urlId: string }) {
  const queryClient = useQueryClient()
  const navigate = usePageNavigate()
  const { remove, isBusy } = useRemoval(customerRemoval, { id: account.id, name: account.currAccDescription })
  const [isStale, setIsStale] = useState(false)
  const updateCache = (fresh: Account) => queryClient.setQueryData(['customer', urlId], fresh)
  const form = useRecordForm({
    schema: updateCustomer.input,
    initial: draftOf(account),
    save: async (values) => {
      const request = { ...values, version: account.version }
      const answer = await api.post('/api/Account/UpdateCustomer', request).catch((error: unknown) => {
        setIsStale(isEditConflict(error))
        throw error
      })
      const fresh = await fetchCustomer(account.id).catch(() => undefined)
      return { version: answer.data.version, fresh }
    },
    onSaved: ({ version, fresh }): void => {
      setIsStale(false)
      updateCache(fresh ?? { ...account, version })
      // Takes over new branches' ids, unless something was typed during the save.
      if (fresh && !form.hasChangesNow()) form.restart(draftOf(fresh))
      void queryClient.invalidateQueries({ queryKey: ['customers'] })
      void queryClient.invalidateQueries({ queryKey: ['priceGroups'] })
    },
  })
  const loadAgain = async () => {
    const fresh = await fetchCustomer(account.id)
    setIsStale(false)
    form.discard()
    form.restart(draftOf(fresh))
    updateCache(fresh)
  }
  const leave = () => {
    form.discard()
    void navigate(listLink('/customer/index'))
  }
  return (
    <FormPage
      title={<CustomerTitle customer={account} />}
      form={form}
      back={{ to: '/customer/index', label: t('panel.customers') }}
      actions={
        <Button
          variant="subtle"
          color="red"
          c="red.9"
          leftSection={<IconTrash size={18} aria-hidden />}
          aria-busy={isBusy}
          onClick={() => remove(leave)}
        >
          {t('panel.customer.delete')}
        </Button>
      }
    >
      {isStale && <LoadAgain load={loadAgain} />}
      <CustomerFields form={form} />
      <CustomerLinks account={account} />
      <Branches form={form} />
    </FormPage>
  )
}
