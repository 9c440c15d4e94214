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
import { usePageNavigate } from '../shell/pageAddress.ts'
import { Branches } from './Branches.tsx'
import { CustomerFields } from './CustomerFields.tsx'
import { CustomerLinks } from './CustomerLinks.tsx'
import { CustomerTitle } from './CustomerTitle.tsx'
import { draftOf, fetchCustomer } from './customerDraft.ts'
import { useCustomerRemoval } from './removal.ts'

/** What the server refuses because somebody else has been faster. */
const isOvertaken = (error: unknown) =>
  error instanceof CallFailed && (error.code === 'record.changed' || error.code === 'notFound')

/** The form of a customer. `address`: how the page's address names them. */
export function EditCustomer({ account, address }: { account: Account; address: string }) {
  const queries = useQueryClient()
  const navigate = usePageNavigate()
  const { remove, isBusy } = useCustomerRemoval()
  const [isStale, setIsStale] = useState(false)
  const keep = (fresh: Account) => queries.setQueryData(['customer', address], fresh)
  const form = useRecordForm({
    schema: updateCustomer.input,
    initial: draftOf(account),
    save: async (values) => {
      const call = { ...values, version: account.version }
      const answer = await api.post('/api/Account/UpdateCustomer', call).catch((error: unknown) => {
        setIsStale(isOvertaken(error))
        throw error
      })
      const fresh = await fetchCustomer(account.id).catch(() => undefined)
      return { version: answer.data.version, fresh }
    },
    onSaved: ({ version, fresh }): void => {
      setIsStale(false)
      keep(fresh ?? { ...account, version })
      // New branches have their ids from now on. Whatever has been typed during the save stays.
      if (fresh && !form.hasChangesNow()) form.restart(draftOf(fresh))
      void queries.invalidateQueries({ queryKey: ['customers'] })
      void queries.invalidateQueries({ queryKey: ['priceGroups'] })
    },
  })
  const loadAgain = async () => {
    const fresh = await fetchCustomer(account.id)
    setIsStale(false)
    form.discard()
    form.restart(draftOf(fresh))
    keep(fresh)
  }
  const leave = () => {
    form.discard()
    void navigate(listLink('/customer/index'))
  }
  return (
    <FormPage
      title={<CustomerTitle of={account} />}
      form={form}
      back={{ to: '/customer/index', label: t('panel.customers') }}
      actions={
        <Button
          variant="subtle"
          color="red"
          c="red.9"
          leftSection={<IconTrash size={18} aria-hidden />}
          aria-busy={isBusy}
          onClick={() => remove(account, leave)}
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
