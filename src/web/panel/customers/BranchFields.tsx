import { TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import classes from './Branches.module.css'
import type { CustomerForm } from './customerForm.ts'

type Props = { form: CustomerForm; index: number; onFocus: () => void }

export function BranchFields({ form, index, onFocus }: Props) {
  const path = `subCurrAccs.${index}` as const
  return (
    <div className={classes.fields} onFocus={onFocus}>
      <TextInput
        label={t('panel.branch.code')}
        autoComplete="off"
        dir="ltr"
        {...form.text(`${path}.subCurrAccCode`)}
      />
      <TextInput label={t('panel.branch.name')} autoComplete="off" {...form.text(`${path}.companyName`)} />
      <TextInput label={t('panel.branch.address')} autoComplete="off" {...form.text(`${path}.address`)} />
    </div>
  )
}
