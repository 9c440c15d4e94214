import { Autocomplete, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { usePriceGroups } from '../customers/choices.ts'
import { FormSection } from '../form/FormPage.tsx'
import { IconAction, IconButton } from '../IconButton.tsx'
import classes from './Setup.module.css'
import type { Link } from './setupForm.ts'

type Props = {
  form: Link['form']
  /** The ERP's name. */
  program: string
}

export function PriceLists({ form, program }: Props) {
  const groups = usePriceGroups()
  const { priceLists } = form.values
  return (
    <FormSection
      title={t('panel.erp.priceLists')}
      description={t('panel.erp.priceListsText', { program })}
      columns={1}
    >
      {priceLists.length > 0 && (
        <ul className="plain">
          {priceLists.map((_, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no id
            <li key={index} className={classes.priceList}>
              <Autocomplete
                label={t('panel.customer.priceGroup')}
                data={groups}
                {...form.text(`priceLists.${index}.priceGroup`)}
                onChange={(group) => form.set(`priceLists.${index}.priceGroup`, group)}
              />
              <TextInput
                label={t('panel.erp.priceList', { program })}
                autoComplete="off"
                {...form.text(`priceLists.${index}.priceList`)}
              />
              <IconAction
                Icon={IconTrash}
                label={t('panel.erp.priceListRemove', { number: index + 1 })}
                onClick={() => form.remove('priceLists', index)}
              />
            </li>
          ))}
        </ul>
      )}
      {priceLists.length === 0 && <Text size="sm">{t('panel.erp.priceListsNone', { program })}</Text>}
      <IconButton
        Icon={IconPlus}
        w="fit-content"
        onClick={() => form.add('priceLists', { priceGroup: '', priceList: '' })}
      >
        {t('panel.erp.priceListAdd')}
      </IconButton>
    </FormSection>
  )
}
