import { Group, Select, Text } from '@mantine/core'
import {
  IconClipboardList,
  IconEyeOff,
  IconFileInvoice,
  IconHistory,
  IconPlus,
  IconReportMoney,
  IconTrash,
} from '@tabler/icons-react'
import { type Account, addCustomer, updateCustomer } from '#shared/customers/customers.ts'
import { pages } from '#shared/pages.ts'
import { customerFields } from '#shared/records/customerFields.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/queryClient.ts'
import { settings } from '#web/settings.ts'
import { draftFrom } from '../form/draft.ts'
import { FormPage, FormSection } from '../form/FormPage.tsx'
import { RecordFields } from '../form/RecordFields.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { useStoredForm } from '../form/useStoredForm.ts'
import { IconButton } from '../IconButton.tsx'
import { RecordPage } from '../Loaded.tsx'
import { listLink } from '../list/listLink.ts'
import { useRemoval } from '../list/removal.tsx'
import { PageButton } from '../PageButton.tsx'
import { PageLink } from '../PageLink.tsx'
import { refetch } from '../refetch.ts'
import { usePageNavigate, usePageParams, usePageTitle } from '../shell/pageAddress.ts'
import { Branches } from './Branches.tsx'
import { CurrencyField, PriceGroupField } from './CurrencyField.tsx'
import classes from './CustomerLinks.module.css'
import { CustomerTitle, customersLink, DeletedCustomer } from './CustomerTitle.tsx'
import { useAgentChoices } from './choices.ts'
import { type CustomerForm, customerRemoval, getCustomer, newCustomerDraft } from './customerDraft.ts'

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
    <FormPage
      title={t('panel.customerCreate')}
      form={form}
      back={customersLink}
      onNext={() => {
        void refetch('customers', 'priceGroups')
        form.restart(newCustomerDraft())
        form.focusFirst()
      }}
    >
      <CustomerFields form={form} isNew />
      <Branches form={form} />
    </FormPage>
  )
}

/** By id or code. A deleted customer can only be restored. */
export function CustomerEditPage() {
  const { id = '' } = usePageParams()
  const customer = useRecordQuery(['customer', id], (options) => getCustomer(id, options))
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
    draftOf: (record) => draftFrom(updateCustomer.input, record),
    save: async (values, version) => {
      const { data } = await api.post('/api/Account/UpdateCustomer', { ...values, version })
      const stored = await getCustomer(id).catch(() => undefined)
      return { version: data.version, fresh: stored?.data }
    },
    load: () => getCustomer(id),
    onSaved: ({ version, fresh }) => {
      updateCache(fresh ?? { ...account, version })
      // Takes over new branches' ids, unless something was typed during the save.
      if (fresh && !form.hasChangesNow()) form.restart(draftFrom(updateCustomer.input, fresh))
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

const contactNames = ['email', 'phone', 'taxNumber', 'taxOffice', 'address', 'city', 'country'] as const
const termNames = ['paymentTerms', 'creditLimit', 'whenOverdue'] as const

/** The code cannot be changed later. */
function CustomerFields({ form, isNew = false }: { form: CustomerForm; isNew?: boolean }) {
  const agents = useAgentChoices(form.values.salesPersonCode)
  const record = { form, fields: customerFields }
  const code = isNew
    ? { description: t('panel.customer.codeOnce') }
    : {
        description: t('panel.customer.codeFixed'),
        readOnly: true,
        variant: 'filled',
        required: false,
      }
  const currency = {
    rightSection: <Text size="sm">{form.values.currencyCode}</Text>,
    rightSectionWidth: 52,
  }
  return (
    <>
      <FormSection title={t('panel.customerEdit')}>
        <RecordFields {...record} names={['currAccCode', 'currAccDescription']} but={{ currAccCode: code }} />
        <CurrencyField form={form} />
        <PriceGroupField
          form={form}
          path="priceGroup"
          label={t('panel.customer.priceGroup')}
          description={t('panel.customer.priceGroupText')}
        />
        <Select
          label={t('order.salesPerson')}
          description={t('panel.customer.agentText')}
          placeholder={t('panel.customer.withoutAgent')}
          searchable
          clearable
          nothingFoundMessage={t('list.nothingFound')}
          data={agents}
          {...form.choice('salesPersonCode')}
        />
      </FormSection>
      <FormSection title={t('panel.customer.contact')}>
        <RecordFields {...record} names={contactNames} />
      </FormSection>
      <FormSection title={t('panel.customer.terms')} description={t('panel.customer.termsText')}>
        <RecordFields {...record} names={termNames} but={{ creditLimit: currency }} />
      </FormSection>
      <FormSection title={t('panel.customer.ordering')} columns={1}>
        <RecordFields
          {...record}
          names={settings.tax ? ['taxTreatment', 'isBlocked', 'note'] : ['isBlocked', 'note']}
        />
      </FormSection>
    </>
  )
}

function CustomerLinks({ account }: { account: Account }) {
  return (
    <>
      <FormSection title={t('panel.customer.users')} description={t('panel.customer.usersText')} columns={1}>
        <Users account={account} />
      </FormSection>
      <FormSection title={t('panel.customer.more')} columns={1}>
        <RelatedPages account={account} />
      </FormSection>
    </>
  )
}

function Users({ account: { users, currAccCode } }: { account: Account }) {
  return (
    <Group gap="sm">
      {users.length === 0 && <Text size="sm">{t('panel.customer.noUsers')}</Text>}
      {users.length > 0 && (
        <ul className={classes.users}>
          {users.map(({ id, username }) => (
            <li key={id}>
              <PageLink page={pages.userEdit} link={{ params: { id } as never }} className={classes.user}>
                <bdi>{username}</bdi>
              </PageLink>
            </li>
          ))}
        </ul>
      )}
      <PageButton
        page={pages.userCreate}
        link={{ search: { role: 'customer', currAccCode } as never }}
        Icon={IconPlus}
      >
        {t('panel.customer.newUser')}
      </PageButton>
    </Group>
  )
}

function RelatedPages({ account: { id, currAccCode, excludedBrands } }: { account: Account }) {
  return (
    <Group gap="sm">
      <PageButton page={pages.account} link={{ params: { id } as never }} Icon={IconReportMoney} />
      <PageButton
        page={pages.statement}
        link={{ params: { code: currAccCode } as never }}
        Icon={IconFileInvoice}
      />
      <PageButton
        page={pages.orders}
        link={{ search: { text: currAccCode } as never }}
        Icon={IconClipboardList}
      />
      <PageButton page={pages.excludeBrands} link={{ params: { userId: id } as never }} Icon={IconEyeOff}>
        {t('panel.customer.excludedBrands', { count: excludedBrands })}
      </PageButton>
      <PageButton
        page={pages.changes}
        link={{ search: { subject: 'customer', subjectId: id } as never }}
        Icon={IconHistory}
      />
    </Group>
  )
}
