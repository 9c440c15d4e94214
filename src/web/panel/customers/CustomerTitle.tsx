import type { Account } from '#shared/customers/customers.ts'
import { t } from '#web/i18n.ts'
import { ReadOnlyPage } from '../form/FormPage.tsx'
import { useRemoval } from '../list/removal.tsx'
import { type BackLink } from '../PageHead.tsx'
import classes from './CustomerTitle.module.css'
import { customerRemoval } from './customerDraft.ts'

export const customersLink: BackLink = { to: '/customer/index', label: t('panel.customers') }

type CustomerName = { currAccDescription: string; currAccCode: string }

export function CustomerTitle({ customer }: { customer: CustomerName }) {
  return (
    <>
      {customer.currAccDescription} <bdi className={classes.code}>{customer.currAccCode}</bdi>
    </>
  )
}

export function DeletedCustomer({ account }: { account: Account }) {
  const { id, currAccDescription: name } = account
  const { restore, isBusy } = useRemoval(customerRemoval, { id, name })
  return (
    <ReadOnlyPage
      title={<CustomerTitle customer={account} />}
      back={customersLink}
      reason={
        <>
          <b>{t('panel.customer.isDeleted')}</b>
          <br />
          {t('panel.customer.isDeletedText')}
        </>
      }
      onRestore={() => restore()}
      isBusy={isBusy}
    />
  )
}
