import { Autocomplete, Select, Title } from '@mantine/core'
import type { ImportDefaults, ImportDetail } from '#shared/imports.ts'
import { t } from '#web/i18n.ts'
import type { ColumnsDraft } from './columnsForm.ts'
import classes from './Imports.module.css'

type Props = {
  run: Pick<ImportDetail, 'brands' | 'categories' | 'priceGroups'>
  draft: ColumnsDraft
  onChange: (name: keyof ImportDefaults, value: string) => void
}

const currencies = ['TRY', 'USD', 'EUR', 'GBP', 'RUB', 'RON']

/** What holds where the file has no column: only what it leaves open is asked for. */
export function DefaultsFields({ run, draft: { targets, defaults }, onChange }: Props) {
  const has = (target: string) => targets.includes(target)
  const prices = targets.filter((target) => target.startsWith('price'))
  const hasCurrency = prices.every((price) => has(price.replace('price', 'currency')))
  const asksGroup = (has('price') || has('currency')) && run.priceGroups.length > 1
  const asksCurrency = prices.length > 0 && !hasCurrency
  const asksNew = has('itemCode') && (has('itemDim1Code') || has('lotCode'))
  if (!asksGroup && !asksCurrency && (!asksNew || (has('brandName') && has('categoryName')))) return null
  return (
    <fieldset className={classes.defaults}>
      <Title order={3} size="h5" component="legend">
        {t('panel.import.defaults')}
      </Title>
      <div className={classes.fields}>
        {asksNew && !has('brandName') && (
          <Autocomplete
            label={t('panel.import.defaultBrand')}
            data={run.brands}
            limit={50}
            maxLength={100}
            value={defaults.brandName}
            onChange={(value) => onChange('brandName', value)}
          />
        )}
        {asksNew && !has('categoryName') && (
          <Autocomplete
            label={t('panel.import.defaultCategory')}
            data={run.categories}
            limit={50}
            value={defaults.categoryName}
            onChange={(value) => onChange('categoryName', value)}
          />
        )}
        {asksGroup && (
          <Select
            label={t('panel.import.priceGroup')}
            allowDeselect={false}
            data={run.priceGroups}
            value={defaults.priceGroup || (run.priceGroups[0] ?? null)}
            onChange={(value) => onChange('priceGroup', value ?? '')}
          />
        )}
        {asksCurrency && (
          <Select
            label={t('panel.import.currency')}
            clearable
            placeholder={t('panel.import.currencyAsIs')}
            data={currencies}
            value={defaults.currencyCode || null}
            onChange={(value) => onChange('currencyCode', value ?? '')}
          />
        )}
      </div>
    </fieldset>
  )
}
