import { Autocomplete, Text } from '@mantine/core'
import { fold } from '#shared/text/text.ts'
import { textMatcher } from '#shared/text/textMatch.ts'
import { locale, t } from '#web/i18n.ts'
import type { TextField } from '../form/fields.ts'
import { usePriceGroups } from './choices.ts'

const commonCodes = ['TRY', 'USD', 'EUR']
const codes = [
  ...commonCodes,
  ...Intl.supportedValuesOf('currency').filter((code) => !commonCodes.includes(code)),
]
const displayNames = new Intl.DisplayNames(locale, { type: 'currency' })
const names = new Map(codes.map((code) => [code, displayNames.of(code) ?? code]))

type FormOf<Path extends string> = {
  text: (path: Path) => TextField
  set: (path: Path, value: string) => void
}
type Props = { form: FormOf<'currencyCode'>; description?: string }

/** Offers common currencies first, any other by code or name. */
export function CurrencyField({ form, description = t('panel.customer.currencyText') }: Props) {
  return (
    <Autocomplete
      label={t('order.currency')}
      description={description}
      data={codes}
      limit={40}
      filter={({ options, search }) =>
        codes.includes(search)
          ? options
          : options.filter((option) => 'value' in option && matches(option.value, search))
      }
      renderOption={({ option }) => (
        <span>
          {option.value}{' '}
          <Text span size="sm" c="var(--ink-soft)">
            {names.get(option.value)}
          </Text>
        </span>
      )}
      {...form.text('currencyCode')}
      // Turkish casing would make 'inr' İNR.
      onChange={(value) => form.set('currencyCode', value.trim().toUpperCase())}
    />
  )
}

function matches(code: string, search: string): boolean {
  return fold(code).startsWith(fold(search)) || textMatcher(search)(names.get(code) ?? '')
}

type PriceGroupProps<Path extends string> = {
  form: FormOf<Path>
  path: Path
  label: string
  description?: string
  /** By default as the schema says. */
  required?: boolean
}

/** Offers the known price groups; others can be typed. */
export function PriceGroupField<Path extends string>({ form, path, ...texts }: PriceGroupProps<Path>) {
  const priceGroups = usePriceGroups()
  return (
    <Autocomplete
      data={priceGroups}
      // A complete value would leave no other option, so show all.
      filter={({ options, search }) =>
        priceGroups.includes(search) ? options : options.filter((option) => startsWith(option, search))
      }
      {...form.text(path)}
      {...texts}
      onChange={(value) => form.set(path, value)}
    />
  )
}

const startsWith = (option: object, search: string) =>
  'value' in option && String(option.value).toLowerCase().startsWith(search.trim().toLowerCase())
