import { Select, Textarea, TextInput } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { useCustomer, useOrdersForOthers } from '../../account.ts'
import { CustomerSelect } from '../../CustomerSelect.tsx'
import { OrderTypeChoice } from '../../OrderTypeChoice.tsx'
import { usePricing } from '../../pricing/pricing.ts'
import { SellerFields } from '../../seller/seller.ts'
import type { Cart } from '../stored/cart.ts'
import { changeCart, changeLines, useCart } from '../stored/cartStore.ts'
import { GuestForm } from './GuestForm.tsx'
import { guestsMayOrder } from './guest.ts'
import classes from './OrderForm.module.css'
import { useAmendedOrder, useBranches, useOrderAgent } from './orderChoices.ts'

const maxNoteLength = 200

/** Only while the order is editable. */
const changeFields = (values: Partial<Cart>) => changeLines(() => values)

/** `isChecked` marks missing fields. */
export function OrderForm({ isChecked }: { isChecked: boolean }) {
  const user = useSession((session) => session.user)
  const ordersForOthers = useOrdersForOthers()
  const chosen = useCart((cart) => cart.currAccCode)
  const isEditing = useCart((cart) => cart.editing !== null)
  const account = ordersForOthers ? chosen : (user?.currAccCode ?? '')
  return (
    <div id="order-form" className={`${classes.fields} ${classes.form}`}>
      {isEditing ? <FixedFields account={account} /> : <OrderTypeChoice fullWidth />}
      {ordersForOthers && !isEditing && (
        <CustomerSelect label={t('cart.customer')} isMissing={isChecked && !account} />
      )}
      {user && account && <BranchSelect account={account} />}
      {user && <AgentSelect account={account} isChecked={isChecked} />}
      {!user && guestsMayOrder && <GuestForm isChecked={isChecked} />}
      {settings.hasCampaigns && <CampaignCode />}
      {ordersForOthers && (
        <Suspense>
          <SellerFields isChecked={isChecked} />
        </Suspense>
      )}
      {user && (
        <OwnNumber label={t(ordersForOthers ? 'order.customerOrderNumber' : 'ordering.cart.ownNumber')} />
      )}
      {(user || guestsMayOrder) && settings.descriptionVisible && <Note />}
    </div>
  )
}

/** An amended order keeps its type and customer. */
function FixedFields({ account }: { account: string }) {
  const orderType = useCart((cart) => cart.orderType)
  const name = useCustomer(account).data?.currAccDescription ?? account
  return (
    <dl className={classes.fixed}>
      <div>
        <dt>{t('order.type')}</dt>
        <dd>{t(`orderType.${orderType}`)}</dd>
      </div>
      <div>
        <dt>{t('cart.customer')}</dt>
        <dd>{name}</dd>
      </div>
    </dl>
  )
}

/** Prices follow when the field is left. */
function CampaignCode() {
  const code = useCart((cart) => cart.campaignCode)
  const [typed, setTyped] = useState<string>()
  const isUnknown = usePricing(({ pricing }) => pricing?.isCodeKnown === false)
  const seconds = usePricing(({ pricing }) => pricing?.codeRetrySeconds)
  const problem = seconds ? t('error.session.tooManyTries', { seconds }) : t('ordering.cart.campaignUnknown')
  const apply = () => {
    if (typed !== undefined && typed.trim() !== code) changeFields({ campaignCode: typed.trim() })
    setTyped(undefined)
  }
  return (
    <TextInput
      label={t('cart.campaignCode')}
      maxLength={30}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      value={typed ?? code}
      error={isUnknown && typed === undefined && code !== '' && problem}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}

/** What the customer calls the order. */
function OwnNumber({ label }: { label: string }) {
  const number = useCart((cart) => cart.customerOrderNumber)
  return (
    <TextInput
      label={label}
      maxLength={30}
      autoComplete="off"
      spellCheck={false}
      value={number}
      onChange={(event) => changeFields({ customerOrderNumber: event.currentTarget.value })}
    />
  )
}

function Note() {
  const description = useCart((cart) => cart.description)
  return (
    <Textarea
      label={t('cart.description')}
      description={
        <span className="number">
          {description.length} / {maxNoteLength}
        </span>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={maxNoteLength}
      rows={2}
      resize="vertical"
      classNames={{ input: classes.note }}
      value={description}
      onChange={(event) => changeFields({ description: event.currentTarget.value })}
    />
  )
}

function BranchSelect({ account }: { account: string }) {
  const chosen = useCart((cart) => cart.subCurrAccId)
  const ordered = useCart((cart) => cart.editing?.said.subCurrAccId)
  const branches = useBranches(account)
  const options = branches.data
  const isUnknown = chosen !== '' && options?.every((one) => one.subCurrAccId !== chosen) === true
  const keepsOrdered = isUnknown && chosen === ordered
  const order = useAmendedOrder(keepsOrdered)
  useEffect(() => {
    // From a copied order or a previous user: no order could be placed with it.
    if (!isUnknown || keepsOrdered) return
    changeCart({ subCurrAccId: '' })
    notifyFailure(t('ordering.cart.branchGone'))
  }, [isUnknown, keepsOrdered])
  if (options?.length === 0 && !keepsOrdered) return null
  return (
    <Select
      label={t('cart.subAccount')}
      placeholder={t('cart.subAccountPlaceholder')}
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      disabled={branches.isPending}
      error={branches.error?.message}
      value={chosen || null}
      onChange={(subCurrAccId) => changeFields({ subCurrAccId: subCurrAccId ?? '' })}
      data={[
        ...(options ?? []).map((one) => ({ value: one.subCurrAccId, label: one.companyName })),
        ...(keepsOrdered ? [{ value: chosen, label: order?.subCurrAccName ?? '' }] : []),
      ]}
    />
  )
}

function AgentSelect({ account, isChecked }: { account: string; isChecked: boolean }) {
  const ordered = useCart((cart) => cart.editing?.said.salesPersonCode)
  const { agents, agent } = useOrderAgent(account)
  const options = agents.data
  const isUnknown = options?.every((one) => one.salesPersonCode !== agent) === true
  const keepsOrdered = isUnknown && agent !== '' && agent === ordered
  const order = useAmendedOrder(keepsOrdered)
  return (
    <Select
      label={t('cart.agent')}
      placeholder={t('cart.agentPlaceholder')}
      searchable
      nothingFoundMessage={t('list.nothingFound')}
      disabled={agents.isPending}
      error={agents.error?.message ?? (isChecked && !agent ? t('error.order.agentRequired') : undefined)}
      value={agent || null}
      onChange={(salesPersonCode) => changeFields({ salesPersonCode: salesPersonCode ?? '' })}
      data={[
        ...(options ?? []).map((one) => ({ value: one.salesPersonCode, label: one.firstLastName })),
        ...(keepsOrdered ? [{ value: agent, label: order?.salesPerson ?? agent }] : []),
      ]}
    />
  )
}
