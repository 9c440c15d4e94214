import { Select, Switch } from '@mantine/core'
import { t } from '#web/i18n.ts'
import type { ChoiceField, FlagField } from '../form/fields.ts'

type Props = {
  form: {
    choice: (path: 'state') => ChoiceField<'confirmed' | 'quotation'>
    flag: (path: 'createParties') => FlagField
  }
  /** The ERP's name. */
  program: string
  text: string
}

export function BookedOrders({ form, program, text }: Props) {
  return (
    <>
      <Select
        label={t('panel.erp.orderState', { program })}
        description={text}
        allowDeselect={false}
        data={(['confirmed', 'quotation'] as const).map((value) => ({
          value,
          label: t(`panel.erp.orderState.${value}`),
        }))}
        {...form.choice('state')}
      />
      <Switch
        label={t('panel.erp.createParties')}
        description={t('panel.erp.createPartiesText')}
        {...form.flag('createParties')}
      />
    </>
  )
}
