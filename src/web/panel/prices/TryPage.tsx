import { Table, TextInput } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dayOf } from '#shared/clock.ts'
import type { TriedPrice } from '#shared/pricing/priceRules.ts'
import { stepText } from '#shared/pricing/priceWords.ts'
import type { PriceStep } from '#shared/pricing/pricing.ts'
import { maxAmount } from '#shared/records/priceRuleFields.ts'
import { api } from '#web/api.ts'
import { direction, t } from '#web/i18n.ts'
import { priceVoice } from '#web/priceVoice.ts'
import { settings } from '#web/settings.ts'
import { variantLabel } from '#web/sizes.ts'
import { DayField } from '#web/ui/days/DayField.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { Money } from '#web/ui/Money.tsx'
import { type FieldNumber, isUnread, NumberField } from '#web/ui/NumberField.tsx'
import { Hint } from '../Hint.tsx'
import { FinderSelect } from '../list/FinderSelect.tsx'
import { type BackLink, PageHead } from '../PageHead.tsx'
import { useCall } from '../useCall.ts'
import { accountFinder, itemFinder } from './finders.ts'
import classes from './TryPage.module.css'

const rulesLink: BackLink = { to: '/fiyatlar/index', label: t('panel.priceRules') }

type Asked = {
  currAccCode: string | null
  itemCode: string | null
  pieces: FieldNumber
  brandPieces: FieldNumber
  orderAmount: FieldNumber
  day: string
  code: string
}

/** What an account would pay, and why. */
export function TryPage() {
  const [asked, setAsked] = useState<Asked>(() => ({
    currAccCode: null,
    itemCode: null,
    pieces: 1,
    brandPieces: 0,
    orderAmount: 0,
    day: dayOf(new Date(), settings.timeZone),
    code: '',
  }))
  const set = (change: Partial<Asked>) => setAsked((before) => ({ ...before, ...change }))
  const number = (name: 'pieces' | 'brandPieces' | 'orderAmount') => ({
    value: asked[name],
    onChange: (value: FieldNumber) => set({ [name]: value }),
  })
  const unread = [asked.pieces, asked.brandPieces, asked.orderAmount].filter(isUnread).length
  return (
    <>
      <PageHead
        back={rulesLink}
        title={t('panel.priceTry')}
        text={`${t('panel.price.tryText')} ${t('tax.pricesWithout')}.`}
      />
      <div className={classes.fields}>
        <FinderSelect
          finder={accountFinder}
          label={t('order.customer')}
          placeholder={t('panel.price.visitor')}
          value={asked.currAccCode}
          onChange={(currAccCode) => set({ currAccCode })}
        />
        <FinderSelect
          finder={itemFinder}
          label={t('panel.price.item')}
          required
          value={asked.itemCode}
          onChange={(itemCode) => set({ itemCode })}
        />
        <NumberField
          kind="whole"
          label={t('panel.price.tryPieces')}
          min={1}
          max={1_000_000}
          {...number('pieces')}
        />
        <NumberField
          kind="whole"
          label={t('panel.price.tryBrandPieces')}
          max={10_000_000}
          {...number('brandPieces')}
        />
        <NumberField
          kind="amount"
          label={t('panel.price.tryAmount', { currency: settings.currencyCode })}
          max={maxAmount}
          {...number('orderAmount')}
        />
        <DayField
          label={t('panel.price.day')}
          isWide
          value={asked.day}
          onChange={(day) => day && set({ day })}
        />
        <TextInput
          label={t('cart.campaignCode')}
          maxLength={30}
          value={asked.code}
          onChange={({ currentTarget }) => set({ code: currentTarget.value })}
        />
      </div>
      {asked.itemCode === null && <Hint>{t('panel.price.tryEmpty')}</Hint>}
      {asked.itemCode !== null && unread === 0 && <Found asked={{ ...asked, itemCode: asked.itemCode }} />}
      {asked.itemCode !== null && unread > 0 && <Hint>{t('panel.form.problems', { count: unread })}</Hint>}
    </>
  )
}

function Found({ asked }: { asked: Asked & { itemCode: string } }) {
  const { currAccCode, pieces, brandPieces, orderAmount, ...rest } = asked
  // Empty fields have the endpoint's defaults.
  const numbers = Object.fromEntries(
    Object.entries({ pieces, brandPieces, orderAmount }).filter(([, value]) => value !== ''),
  )
  const found = useCall(
    ['priceTry', asked],
    (options) =>
      api.post(
        '/api/Price/TryPrice',
        { ...rest, ...numbers, ...(currAccCode ? { currAccCode } : {}) },
        options,
      ),
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  if (found.error) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Table className={classes.table} aria-busy={found.isFetching}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('product.color')}</Table.Th>
          <Table.Th scope="col">{t('product.sizes')}</Table.Th>
          <Table.Th scope="col">{t('price.list')}</Table.Th>
          <Table.Th scope="col">{t('panel.price.steps')}</Table.Th>
          <Table.Th scope="col">{t('order.unitPrice')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groupsOf(found.data ?? []).map((group) => (
          <Row key={`${group.colors[0]} ${group.sizes[0]}`} group={group} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Colours whose sizes cost the same, for the same reasons. */
type PriceGroup = { colors: string[]; sizes: string[]; price: TriedPrice }

function groupsOf(rows: readonly TriedPrice[]): PriceGroup[] {
  const bySizes = groupBy(rows, (row) => `${row.colorCode} ${priceKey(row)}`).map((same) => ({
    color: [same[0].colorDescription, same[0].colorCode].filter(Boolean).join(' '),
    sizes: same.map(variantLabel),
    price: same[0],
  }))
  return groupBy(bySizes, ({ sizes, price }) => `${sizes.join()} ${priceKey(price)}`).map((same) => ({
    colors: same.map(({ color }) => color),
    sizes: same[0].sizes,
    price: same[0].price,
  }))
}

const priceKey = ({ listPrice, unitPrice, currencyCode, priceSteps }: TriedPrice) =>
  JSON.stringify([listPrice, unitPrice, currencyCode, priceSteps])

function groupBy<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): [Entry, ...Entry[]][] {
  const groups = new Map<string, [Entry, ...Entry[]]>()
  for (const entry of entries) {
    const group = groups.get(keyOf(entry))
    if (group) group.push(entry)
    else groups.set(keyOf(entry), [entry])
  }
  return [...groups.values()]
}

function Row({ group: { colors, sizes, price } }: { group: PriceGroup }) {
  const { listPrice, unitPrice, currencyCode = '', priceSteps } = price
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Names of={colors} />
      </Table.Th>
      <Table.Td>
        <Names of={sizes} />
      </Table.Td>
      <Table.Td>
        {listPrice === undefined ? (
          t('product.noPrice')
        ) : (
          <Money amount={listPrice} currency={currencyCode} />
        )}
      </Table.Td>
      <Table.Td>
        {priceSteps.map((step) => (
          <div key={step.ruleId}>
            <StepName step={step} currency={currencyCode} /> {direction === 'rtl' ? '←' : '→'}{' '}
            <Money amount={step.unitPrice} currency={currencyCode} />
          </div>
        ))}
        {priceSteps.length === 0 && '–'}
      </Table.Td>
      <Table.Td>
        <strong>{unitPrice !== undefined && <Money amount={unitPrice} currency={currencyCode} />}</strong>
      </Table.Td>
    </Table.Tr>
  )
}

const Names = ({ of }: { of: string[] }) =>
  of.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <bdi>{name}</bdi>
    </span>
  ))

/** Leads to the rule that made the step. */
function StepName({ step, currency }: { step: PriceStep; currency: string }) {
  const name = <bdi>{stepText(step, currency, priceVoice)}</bdi>
  if (step.ruleId === undefined) return name
  return (
    <Link to="/fiyatlar/edit/$id" params={{ id: step.ruleId }}>
      {name}
    </Link>
  )
}
