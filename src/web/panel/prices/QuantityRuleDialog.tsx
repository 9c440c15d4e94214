import { Fieldset, Select, Stack, Switch } from '@mantine/core'
import type { z } from 'zod'
import { type QuantityRuleRow, saveQuantityRule } from '#shared/pricing/quantityRules.ts'
import { quantityMeasures, quantityTargets } from '#shared/pricing/ruleKinds.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { CurrencyField } from '../customers/CurrencyField.tsx'
import { Dialog } from '../Dialog.tsx'
import type { Draft } from '../form/draft.ts'
import { useRecordForm } from '../form/useRecordForm.ts'
import { FinderSelect } from '../list/FinderSelect.tsx'
import { refetch } from '../refetch.ts'
import { variantFinder } from './finders.ts'
import classes from './QuantityRuleDialog.module.css'
import { QuantityWarnings } from './QuantityWarnings.tsx'
import { AudienceFields, TargetFields } from './RuleScope.tsx'

type Input = z.input<typeof saveQuantityRule.input>

/** What is saved of a rule as it is read. */
export function quantityInput(rule: QuantityRuleRow): Input {
  const { id: _id, version: _version, accountName: _account, brandName: _brand, ...named } = rule
  const { itemDescription: _item, variantName: _variant, ...input } = named
  return input
}

const newRule = (): Draft<Input> => ({
  id: undefined,
  version: undefined,
  audience: 'everybody',
  priceGroup: '',
  currAccCode: '',
  target: 'brand',
  productId: '',
  itemCode: '',
  brandId: '',
  measure: 'pieces',
  currencyCode: settings.currencyCode,
  minimum: undefined,
  multiple: undefined,
  maximum: undefined,
  mayOverride: false,
  isActive: true,
})

const draftOf = (rule: QuantityRuleRow): Draft<Input> => {
  const { id, version, mayOverride, isActive } = rule
  return { ...newRule(), ...quantityInput(rule), id, version, mayOverride, isActive }
}

const targetOptions = quantityTargets.map((value) => ({
  value,
  label: t(`panel.quantity.target.${value}`),
}))

type Saved = { id: string; version: number }
type Props = {
  rule: QuantityRuleRow | undefined
  onSaved: (saved: Saved) => void
  onClose: () => void
}

export function QuantityRuleDialog({ rule, onSaved, onClose }: Props) {
  const form = useRecordForm({
    schema: saveQuantityRule.input,
    initial: rule ? draftOf(rule) : newRule(),
    isNew: true,
    save: (values) => api.post('/api/Price/SaveQuantityRule', values),
    onSaved: ({ data }) => {
      void refetch('quantityRules')
      onSaved(data)
      onClose()
    },
  })
  const { attach } = form
  const { target, measure, currencyCode } = form.values
  const isAmount = measure === 'amount'
  return (
    <Dialog
      title={t(rule ? 'panel.quantity.edit' : 'panel.quantity.add')}
      error={
        form.formErrors && [form.formErrors.message, ...form.formErrors.texts].filter(Boolean).join('. ')
      }
      action={{
        text: t('panel.form.save'),
        isOnEnter: true,
        'aria-busy': form.isSaving,
        onClick: form.submit,
      }}
      onClose={onClose}
    >
      {rule && <QuantityWarnings id={rule.id} version={rule.version} />}
      <Stack ref={attach} gap="sm">
        <Fieldset variant="unstyled" classNames={classes} legend={t('panel.price.target')}>
          <TargetFields form={form} options={targetOptions}>
            {target === 'variant' && (
              <FinderSelect
                finder={variantFinder}
                label={t('panel.quantity.target.variant')}
                {...form.choice('productId')}
                required
              />
            )}
          </TargetFields>
        </Fieldset>
        <Fieldset variant="unstyled" classNames={classes} legend={t('panel.price.audience')}>
          <AudienceFields form={form} />
        </Fieldset>
        <Select
          label={t('panel.quantity.measure')}
          allowDeselect={false}
          data={quantityMeasures.map((value) => ({
            value,
            label: t(`panel.quantity.measure.${value}`, {
              currency: currencyCode || settings.currencyCode,
            }),
          }))}
          {...form.choice('measure')}
        />
        {isAmount && <CurrencyField form={form} description={t('panel.quantity.currencyText')} />}
        {(['minimum', 'multiple', 'maximum'] as const).map((name) => (
          <NumberField
            key={name}
            kind={isAmount ? 'amount' : 'whole'}
            label={t(`panel.quantity.${name}`)}
            {...form.number(name)}
          />
        ))}
        <Switch label={t('panel.quantity.mayOverride')} {...form.flag('mayOverride')} />
        <Switch label={t('panel.price.isActive')} {...form.flag('isActive')} />
      </Stack>
    </Dialog>
  )
}
