import { SegmentedControl, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { RuleAudience } from '#shared/pricing/ruleKinds.ts'
import { priceRuleFields } from '#shared/records/priceRuleFields.ts'
import type { FieldWords, RecordField } from '#shared/records/recordField.ts'
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
        field={priceRuleFields.audience}
        value={audience}
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
  field: ChoiceProps<Target>['field']
  /** A field for several brands; without it, there is one for a single brand. */
  ofBrands?: ReactNode
  onTarget?: () => void
  /** Fields of other targets. */
  children: ReactNode
}

/** What a rule is for. */
export function TargetFields<Target extends string>({
  form,
  field,
  ofBrands,
  onTarget,
  children,
}: TargetProps<Target>) {
  const { target } = form.values
  const brands = useBrandOptions()
  return (
    <>
      <Choice
        field={field}
        value={target}
        onChange={(value) => {
          form.set('target', value)
          onTarget?.()
        }}
      />
      {target === 'brand' &&
        (ofBrands ?? (
          <Select label={t('product.brand')} searchable data={brands} {...form.choice('brandId')} required />
        ))}
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
  field: Pick<RecordField, 'label'> & { words: FieldWords }
  value: Value | '' | null | undefined
  onChange: (value: Value) => void
}

/** One of few, all in view. */
export function Choice<Value extends string>({ field, value, onChange }: ChoiceProps<Value>) {
  const options = [...field.words].map(([word, key]) => ({ value: word as Value, label: t(key) }))
  const chosen = options.find((option) => option.value === value) ?? options[0]
  if (!chosen) return null
  return (
    <div className={classes.choice}>
      <SegmentedControl
        aria-label={t(field.label)}
        value={chosen.value}
        data={options}
        onChange={onChange}
        classNames={{ root: classes.segments }}
      />
    </div>
  )
}
