import { Autocomplete, Text } from '@mantine/core'
import { fold } from '#shared/text.ts'
import { locale, t } from '#web/i18n.ts'
import type { Fields } from '../form/fields.ts'

const usual = ['TRY', 'USD', 'EUR']
const codes = [...usual, ...Intl.supportedValuesOf('currency').filter((code) => !usual.includes(code))]
const naming = new Intl.DisplayNames(locale, { type: 'currency' })
const names = new Map(codes.map((code) => [code, naming.of(code) ?? code]))

type Values = { currencyCode: string }
type Props = {
  /** Any form with this field. */
  form: {
    text: (path: keyof Values) => ReturnType<Fields<Values>['text']>
    set: (path: keyof Values, value: string) => void
  }
  description?: string
}

/** The currency of prices, a customer's unless said: the usual ones first, any other by its code or name. */
export function CurrencyField({ form, description = t('panel.customer.currencyText') }: Props) {
  return (
    <Autocomplete
      label={t('order.currency')}
      description={description}
      data={codes}
      limit={40}
      filter={({ options, search }) =>
        codes.includes(search) ? options : options.filter((one) => 'value' in one && fits(one.value, search))
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
      // A code is written in capitals, and not the Turkish way: 'try' is TRY, 'inr' is INR.
      onChange={(value) => form.set('currencyCode', value.trim().toUpperCase())}
    />
  )
}

function fits(code: string, search: string): boolean {
  const text = fold(search)
  return fold(code).startsWith(text) || fold(names.get(code) ?? '').includes(text)
}
