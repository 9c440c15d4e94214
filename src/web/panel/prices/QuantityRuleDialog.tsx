import { Fieldset, Select, Stack } from '@mantine/core'
import type { z } from 'zod'
import { type QuantityRuleRow, saveQuantityRule } from '#shared/pricing/quantityRules.ts'
import { quantityMeasures } from '#shared/pricing/ruleKinds.ts'
import { quantityRuleFields } from '#shared/records/quantityRuleFields.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { CurrencyField } from '../customers/CurrencyField.tsx'
import { Dialog } from '../Dialog.tsx'
import { type Draft, draftFrom, newDraft } from '../form/draft.ts'
import { RecordFields } from '../form/RecordFields.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { FinderSelect } from '../list/FinderSelect.tsx'
import { refetch } from '../refetch.ts'
import { variantFinder } from './finders.ts'
import classes from './QuantityRuleDialog.module.css'
import { QuantityWarnings } from './QuantityWarnings.tsx'
import { AudienceFields, TargetFields } from './RuleScope.tsx'

type Input = z.input<typeof saveQuantityRule.input>

const newRule = (): Draft<Input> => ({
  ...newDraft(saveQuantityRule.input),
  audience: 'everybody',
  target: 'brand',
  measure: 'pieces',
  currencyCode: settings.currencyCode,
})

const draftOf = (rule: QuantityRuleRow): Draft<Input> => ({
  ...draftFrom(saveQuantityRule.input, rule),
  currencyCode: rule.currencyCode ?? settings.currencyCode,
  version: rule.version,
})

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
  const kind = isAmount ? 'amount' : 'whole'
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
          <TargetFields form={form} field={quantityRuleFields.target}>
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
        <RecordFields
          form={form}
          fields={quantityRuleFields}
          names={['minimum', 'multiple', 'maximum', 'mayOverride', 'isActive']}
          but={{ minimum: { kind }, multiple: { kind }, maximum: { kind } }}
        />
      </Stack>
    </Dialog>
  )
}
