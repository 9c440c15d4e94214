import { SegmentedControl, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { type RuleAudience, ruleAudiences } from '#shared/pricing/ruleKinds.ts'
import { t } from '#web/i18n.ts'
import { useBrandOptions } from '../catalogue/products/productChoices.ts'
import { PriceGroupField } from '../customers/CurrencyField.tsx'
import type { ChoiceField, TextField } from '../form/fields.ts'
import { FinderSelect } from '../list/FinderSelect.tsx'
import { accountFinder, itemFinder } from './finders.ts'
import classes from './RuleScope.module.css'

type AudienceForm = {
  values: { audience: RuleAudience | '' | null | undefined }
  text: (path: 'priceGroup') => TextField
  choice: (path: 'currAccCode') => ChoiceField<string>
  set: ((path: 'audience', value: RuleAudience) => void) & ((path: 'priceGroup', value: string) => void)
}

/** For whom a rule is. */
export function AudienceFields({ form }: { form: AudienceForm }) {
  const { audience } = form.values
  return (
    <>
      <Choice
        label={t('panel.price.audience')}
        value={audience}
        options={ruleAudiences.map((value) => ({ value, label: t(`panel.price.audience.${value}`) }))}
        onChange={(value) => form.set('audience', value)}
      />
      {audience === 'priceGroup' && (
        <PriceGroupField form={form} path="priceGroup" label={t('panel.customer.priceGroup')} required />
      )}
      {audience === 'account' && (
        <FinderSelect
          finder={accountFinder}
          label={t('order.customer')}
          {...form.choice('currAccCode')}
          required
        />
      )}
    </>
  )
}

type TargetForm<Target extends string> = {
  values: { target: Target | '' | null | undefined }
  choice: (path: 'brandId' | 'itemCode') => ChoiceField<string>
  set: (path: 'target', value: Target) => void
}
type TargetProps<Target extends string> = {
  form: TargetForm<Target>
  options: { value: Target; label: string }[]
  /** Fields of other targets. */
  children: ReactNode
}

/** What a rule is for. */
export function TargetFields<Target extends string>({ form, options, children }: TargetProps<Target>) {
  const { target } = form.values
  const brands = useBrandOptions()
  return (
    <>
      <Choice
        label={t('panel.price.target')}
        value={target}
        options={options}
        onChange={(value) => form.set('target', value)}
      />
      {target === 'brand' && (
        <Select label={t('product.brand')} searchable data={brands} {...form.choice('brandId')} required />
      )}
      {(target === 'item' || target === 'product') && (
        <FinderSelect
          finder={itemFinder}
          label={t('panel.price.item')}
          {...form.choice('itemCode')}
          required
        />
      )}
      {children}
    </>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  value: Value | '' | null | undefined
  options: { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** One of few, all in view. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const chosen = options.find((option) => option.value === value) ?? options[0]
  if (!chosen) return null
  return (
    <div className={classes.choice}>
      <SegmentedControl
        aria-label={label}
        value={chosen.value}
        data={options}
        onChange={onChange}
        classNames={{ root: classes.segments }}
      />
    </div>
  )
}
