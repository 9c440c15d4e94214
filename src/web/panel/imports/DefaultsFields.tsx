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

/** Values for what the file's columns leave open. */
export function DefaultsFields({ run, draft: { targets, defaults }, onChange }: Props) {
  const has = (target: string) => targets.includes(target)
  const prices = targets.filter((target) => target.startsWith('price'))
  const hasCurrency = prices.every((price) => has(price.replace('price', 'currency')))
  const needsPriceGroup = (has('price') || has('currency')) && run.priceGroups.length > 1
  const needsCurrency = prices.length > 0 && !hasCurrency
  const addsProducts = has('itemCode') && (has('itemDim1Code') || has('lotCode'))
  if (!needsPriceGroup && !needsCurrency && (!addsProducts || (has('brandName') && has('categoryName'))))
    return null
  return (
    <fieldset className={classes.defaults}>
      <Title order={3} size="h5" component="legend">
        {t('panel.import.defaults')}
      </Title>
      <div className={classes.fields}>
        {addsProducts && !has('brandName') && (
          <Autocomplete
            label={t('panel.import.defaultBrand')}
            data={run.brands}
            limit={50}
            maxLength={100}
            value={defaults.brandName}
            onChange={(value) => onChange('brandName', value)}
          />
        )}
        {addsProducts && !has('categoryName') && (
          <Autocomplete
            label={t('panel.import.defaultCategory')}
            data={run.categories}
            limit={50}
            value={defaults.categoryName}
            onChange={(value) => onChange('categoryName', value)}
          />
        )}
        {needsPriceGroup && (
          <Select
            label={t('panel.import.priceGroup')}
            allowDeselect={false}
            data={run.priceGroups}
            value={defaults.priceGroup || (run.priceGroups[0] ?? null)}
            onChange={(value) => onChange('priceGroup', value ?? '')}
          />
        )}
        {needsCurrency && (
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
