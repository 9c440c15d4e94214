import { Select, Stack, Textarea } from '@mantine/core'
import { useEffect } from 'react'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { useCustomer, useOrdersForOthers } from '../account.ts'
import { CustomerSelect } from '../CustomerSelect.tsx'
import { OrderTypeChoice } from '../OrderTypeChoice.tsx'
import type { Cart } from './cart.ts'
import { changeCart, changeLines, useCart } from './cartStore.ts'
import { GuestForm } from './GuestForm.tsx'
import { guestsMayOrder } from './guest.ts'
import classes from './OrderForm.module.css'
import { useAgents, useBranches, useStanding } from './orderChoices.ts'

const longestNote = 200

/** Only while the order is editable. */
const say = (values: Partial<Cart>) => changeLines(() => values)

/** `isChecked` marks missing fields. */
export function OrderForm({ isChecked }: { isChecked: boolean }) {
  const user = useSession((session) => session.user)
  const ordersForOthers = useOrdersForOthers()
  const chosen = useCart((cart) => cart.currAccCode)
  const isEditing = useCart((cart) => cart.editing !== null)
  const account = ordersForOthers ? chosen : (user?.currAccCode ?? '')
  return (
    <Stack gap="sm" id="order-form" className={classes.form}>
      {isEditing ? <Fixed account={account} /> : <OrderTypeChoice fullWidth />}
      {ordersForOthers && !isEditing && (
        <CustomerSelect label={t('cart.customer')} isMissing={isChecked && !account} />
      )}
      {user && account && <BranchSelect account={account} />}
      {user && <AgentSelect account={account} isChecked={isChecked} />}
      {!user && guestsMayOrder && <GuestForm isChecked={isChecked} />}
      {(user || guestsMayOrder) && settings.descriptionVisible && <Note />}
    </Stack>
  )
}

/** An amended order keeps its type and customer. */
function Fixed({ account }: { account: string }) {
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

function Note() {
  const description = useCart((cart) => cart.description)
  return (
    <Textarea
      label={t('cart.description')}
      description={
        <span className="number">
          {description.length} / {longestNote}
        </span>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={longestNote}
      rows={2}
      resize="vertical"
      classNames={{ input: classes.note }}
      value={description}
      onChange={(event) => say({ description: event.currentTarget.value })}
    />
  )
}

function BranchSelect({ account }: { account: string }) {
  const chosen = useCart((cart) => cart.subCurrAccId)
  const ordered = useCart((cart) => cart.editing?.said.subCurrAccId)
  const branches = useBranches(account)
  const known = branches.data
  const isUnknown = chosen !== '' && known?.every((one) => one.subCurrAccId !== chosen) === true
  const isStanding = isUnknown && chosen === ordered
  const standing = useStanding(isStanding)
  useEffect(() => {
    // From a copied order or a previous user: no order could be placed with it.
    if (!isUnknown || isStanding) return
    changeCart({ subCurrAccId: '' })
    notifyFailure(t('ordering.cart.branchGone'))
  }, [isUnknown, isStanding])
  if (known?.length === 0 && !isStanding) return null
  return (
    <Select
      label={t('cart.subAccount')}
      placeholder={t('cart.subAccountPlaceholder')}
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      disabled={branches.isPending}
      error={branches.error?.message}
      value={chosen || null}
      onChange={(subCurrAccId) => say({ subCurrAccId: subCurrAccId ?? '' })}
      data={[
        ...(known ?? []).map((one) => ({ value: one.subCurrAccId, label: one.companyName })),
        ...(isStanding ? [{ value: chosen, label: standing?.subCurrAccName ?? '' }] : []),
      ]}
    />
  )
}

function AgentSelect({ account, isChecked }: { account: string; isChecked: boolean }) {
  const chosen = useCart((cart) => cart.salesPersonCode)
  const ordered = useCart((cart) => cart.editing?.said.salesPersonCode)
  const user = useSession((session) => session.user)
  const agents = useAgents(account)
  const known = agents.data
  const proposed = user?.salesPersonCode ?? (account ? known?.[0]?.salesPersonCode : undefined)
  const isUnknown = known?.every((one) => one.salesPersonCode !== chosen) === true
  const isStanding = isUnknown && chosen !== '' && chosen === ordered
  const standing = useStanding(isStanding)
  useEffect(() => {
    // Defaults to the user's agent, else the account's first.
    if (isUnknown && !isStanding && proposed && chosen !== proposed) changeCart({ salesPersonCode: proposed })
  }, [isUnknown, isStanding, proposed, chosen])
  return (
    <Select
      label={t('cart.agent')}
      placeholder={t('cart.agentPlaceholder')}
      searchable
      nothingFoundMessage={t('list.nothingFound')}
      disabled={agents.isPending}
      error={agents.error?.message ?? (isChecked && !chosen ? t('error.order.agentRequired') : undefined)}
      value={chosen || null}
      onChange={(salesPersonCode) => say({ salesPersonCode: salesPersonCode ?? '' })}
      data={[
        ...(known ?? []).map((one) => ({ value: one.salesPersonCode, label: one.firstLastName })),
        ...(isStanding ? [{ value: chosen, label: standing?.salesPerson ?? chosen }] : []),
      ]}
    />
  )
}
