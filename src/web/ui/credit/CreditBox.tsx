import { type ReactNode } from 'react'
import type { Credit } from '#shared/customers/credit.ts'
import { convert } from '#shared/numbers/convert.ts'
import { fromMinor, minor, toMinor } from '#shared/numbers/money.ts'
import type { Money as Amount } from '#shared/orders/orders.ts'
import { formatDateTime, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/Note.tsx'
import classes from './CreditBox.module.css'
import { owedText } from './owedText.ts'

type Props = {
  credit: Credit | undefined
  /** What is about to be ordered. */
  cart?: Amount[]
  /** Also without limit and debts. */
  isWhole?: boolean
  /** Such as a link to the statement. */
  children?: ReactNode
}

/** What a customer owes and may still order. Nothing for a customer without limit and debts. */
export function CreditBox({ credit, cart = [], isWhole = false, children }: Props) {
  if (!credit) return null
  if (!isWhole && credit.limit === undefined && credit.balance === 0 && credit.overdue === 0) return null
  const { currencyCode, limit, balance, openOrders, overdue, asOf, paymentTerms } = credit
  const ordered = convert(cart, currencyCode, credit.rates)
  const left = credit.available === undefined ? undefined : minus(credit.available, ordered.amount)
  const missing = [...new Set([...credit.missing, ...ordered.missing])]
  const money = (amount: number) => <bdi className="number">{owedText(amount, currencyCode)}</bdi>
  return (
    <section className={classes.box} aria-label={t('credit.title')}>
      <dl className={classes.facts}>
        {limit !== undefined && <Fact name={t('panel.customer.creditLimit')}>{money(limit)}</Fact>}
        <Fact name={t('credit.balance')}>{money(balance)}</Fact>
        <Fact name={t('credit.openOrders')}>{money(openOrders)}</Fact>
        {cart.length > 0 && limit !== undefined && (
          <Fact name={t('credit.cart')}>{money(ordered.amount)}</Fact>
        )}
        {left !== undefined && (
          <Fact
            name={t(cart.length > 0 ? 'credit.availableAfter' : 'credit.available')}
            isBad={left < 0}
            isMain
          >
            {money(left)}
          </Fact>
        )}
        {overdue > 0 && (
          <Fact name={t('credit.overdue')} isBad>
            {money(overdue)}
          </Fact>
        )}
        {paymentTerms && (
          <Fact name={t('panel.customer.paymentTerms')}>
            <bdi>{paymentTerms}</bdi>
          </Fact>
        )}
      </dl>
      {cart.length > 0 && left !== undefined && left < 0 && (
        <Warning>{t('credit.passed', { amount: formatMoney(-left, currencyCode) })}</Warning>
      )}
      {overdue > 0 && credit.whenOverdue !== 'ignore' && (
        <Warning>
          {t(`credit.whenOverdue.${credit.whenOverdue}`, { amount: formatMoney(overdue, currencyCode) })}
        </Warning>
      )}
      <p className={classes.about}>
        {asOf && <span>{t('credit.asOf', { when: formatDateTime(asOf) })}</span>}
        {missing.length > 0 && <span>{t('credit.missing', { currencies: missing.join(', ') })}</span>}
        {children}
      </p>
    </section>
  )
}

const minus = (one: number, other: number) => fromMinor(minor(toMinor(one) - toMinor(other)))

type FactProps = { name: string; isBad?: boolean; isMain?: boolean; children: ReactNode }

function Fact({ name, isBad, isMain, children }: FactProps) {
  return (
    <div data-bad={isBad || undefined} data-main={isMain || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <Note style={{ marginBlockStart: 10, padding: 10 }} color="red" role="status">
      {children}
    </Note>
  )
}
