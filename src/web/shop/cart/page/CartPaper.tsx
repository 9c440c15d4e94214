import type { ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { useCustomer, useOrdersForOthers } from '../../account.ts'
import { useGuest } from '../form/guest.ts'
import { useAmendedOrder, useBranches, useOrderAgent } from '../form/orderChoices.ts'
import { useCart } from '../stored/cartStore.ts'
import classes from './CartPaper.module.css'
import { usePrintedAt } from './printing.ts'

/** A printed cart's header: shop, customer, agent, time. */
export function CartPaper() {
  const printedAt = usePrintedAt()
  const cart = useCart(
    useShallow(({ name, orderType, currAccCode, subCurrAccId, description, editing }) => {
      return { name, orderType, currAccCode, subCurrAccId, description, editing }
    }),
  )
  const user = useSession((session) => session.user)
  const guest = useGuest()
  const account = useOrdersForOthers() ? cart.currAccCode : (user?.currAccCode ?? '')
  const customer = useCustomer(account).data
  const order = useAmendedOrder(cart.editing !== null)
  const branch = useBranches(account).data?.find((one) => one.subCurrAccId === cart.subCurrAccId)
  const { agents, agent: agentCode } = useOrderAgent(account)
  const agent = agents.data?.find((one) => one.salesPersonCode === agentCode)
  return (
    <div className={classes.paper}>
      <p className={classes.company}>{settings.displayName}</p>
      <dl className={classes.facts}>
        <Fact name={t('cart.customer')}>
          {account ? `${customer?.currAccDescription ?? ''} ${account}` : [guest.name, guest.phone].join(' ')}
        </Fact>
        {/* A branch removed from an amended order is not printed. */}
        {cart.subCurrAccId && (
          <Fact name={t('cart.subAccount')}>{branch?.companyName ?? order?.subCurrAccName}</Fact>
        )}
        <Fact name={t('cart.agent')}>{agent?.firstLastName ?? order?.salesPerson}</Fact>
        <Fact name={t('order.type')}>{t(`orderType.${cart.orderType}`)}</Fact>
        <Fact name={t('ordering.drafts.nameField')}>{cart.name}</Fact>
        <Fact name={t('cart.printed')}>{formatDateTime(printedAt)}</Fact>
        <Fact name={t('cart.description')}>{cart.description}</Fact>
      </dl>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children || (typeof children === 'string' && children.trim() === '')) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
