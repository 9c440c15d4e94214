import { Group, Select, Text, Textarea, TextInput } from '@mantine/core'
import {
  IconClipboardList,
  IconEyeOff,
  IconFileInvoice,
  IconHistory,
  IconPlus,
  IconReportMoney,
  IconTrash,
} from '@tabler/icons-react'
import { overdueActions } from '#shared/customers/credit.ts'
import { type Account, addCustomer, updateCustomer } from '#shared/customers/customers.ts'
import { pages } from '#shared/pages.ts'
import { taxTreatments } from '#shared/pricing/tax.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/queryClient.ts'
import { settings } from '#web/settings.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { draftFrom } from '../form/draft.ts'
import { FormPage, FormSection } from '../form/FormPage.tsx'
import { SwitchFields, TextFields } from '../form/TextFields.tsx'
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
    <FormPage title={t('panel.customerCreate')} form={form} back={customersLink}>
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

/** The code cannot be changed later. */
function CustomerFields({ form, isNew = false }: { form: CustomerForm; isNew?: boolean }) {
  const agents = useAgentChoices(form.values.salesPersonCode)
  return (
    <>
      <FormSection title={t('panel.customerEdit')}>
        <TextInput
          label={t('panel.customer.code')}
          description={t(isNew ? 'panel.customer.codeOnce' : 'panel.customer.codeFixed')}
          autoComplete="off"
          dir="ltr"
          {...form.text('currAccCode')}
          {...(isNew ? {} : { readOnly: true, variant: 'filled', required: false })}
        />
        <TextInput
          label={t('panel.customer.name')}
          description={t('panel.customer.nameText')}
          autoComplete="off"
          {...form.text('currAccDescription')}
        />
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
        <TextFields
          form={form}
          fields={[
            { path: 'email', label: t('panel.person.email'), type: 'email', dir: 'ltr' },
            { path: 'phone', label: t('panel.person.phone'), type: 'tel', dir: 'ltr' },
            { path: 'taxNumber', label: t('panel.customer.taxNumber'), dir: 'ltr' },
            { path: 'taxOffice', label: t('panel.customer.taxOffice') },
            { path: 'address', label: t('panel.customer.address'), style: { gridColumn: '1 / -1' } },
            { path: 'city', label: t('panel.customer.city') },
            { path: 'country', label: t('panel.customer.country') },
          ]}
        />
      </FormSection>
      <TermsSection form={form} />
      <FormSection title={t('panel.customer.ordering')} columns={1}>
        {settings.tax && (
          <Select
            maw={420}
            label={t('tax.treatment')}
            description={t('tax.treatmentText')}
            allowDeselect={false}
            data={taxTreatments.map((value) => ({ value, label: t(`tax.treatment.${value}`) }))}
            {...form.choice('taxTreatment')}
          />
        )}
        <SwitchFields
          form={form}
          fields={[
            {
              path: 'isBlocked',
              label: t('panel.customer.blocked'),
              description: t('panel.customer.blockedText'),
            },
          ]}
        />
        <Textarea
          label={t('panel.customer.note')}
          description={t('panel.customer.noteText')}
          autosize
          minRows={2}
          maxRows={10}
          {...form.text('note')}
        />
      </FormSection>
    </>
  )
}

function TermsSection({ form }: { form: CustomerForm }) {
  return (
    <FormSection title={t('panel.customer.terms')} description={t('panel.customer.termsText')}>
      <TextInput
        label={t('panel.customer.paymentTerms')}
        description={t('panel.customer.paymentTermsText')}
        autoComplete="off"
        {...form.text('paymentTerms')}
      />
      <NumberField
        kind="amount"
        label={t('panel.customer.creditLimit')}
        description={t('panel.customer.creditLimitText')}
        rightSection={<Text size="sm">{form.values.currencyCode}</Text>}
        rightSectionWidth={52}
        {...form.number('creditLimit')}
      />
      <Select
        label={t('panel.customer.whenOverdue')}
        allowDeselect={false}
        data={overdueActions.map((value) => ({ value, label: t(`panel.customer.overdueAction.${value}`) }))}
        {...form.choice('whenOverdue')}
        required={false}
      />
    </FormSection>
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
