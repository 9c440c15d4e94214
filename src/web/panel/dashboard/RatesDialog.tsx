import { Stack } from '@mantine/core'
import { useState } from 'react'
import type { EnteredRate } from '#shared/pricing/rates.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { type FieldNumber, isUnread, NumberField } from '#web/ui/NumberField.tsx'
import { Dialog } from '../Dialog.tsx'
import { refetch } from '../refetch.ts'
import { useBusy } from '../useBusy.ts'

type Props = { currency: string; entered: EnteredRate[]; missing: string[]; onClose: () => void }

/** Missing rates come first. Saved rates get today's date. */
export function RatesDialog({ currency, entered, missing, onClose }: Props) {
  const enteredByCurrency = new Map(entered.map((rate) => [rate.currency, rate]))
  const rows = [...missing, ...enteredByCurrency.keys()]
  const [values, setValues] = useState<Record<string, FieldNumber>>(
    Object.fromEntries(entered.map((rate) => [rate.currency, rate.rate])),
  )
  const { isBusy, run } = useBusy()
  const rates = rows
    .map((code) => {
      const rate = values[code]
      return { currency: code, rate: typeof rate === 'number' ? rate : null }
    })
    .filter((rate) => rate.rate !== null || enteredByCurrency.has(rate.currency))
  const canSave = rates.length > 0 && !Object.values(values).some(isUnread)
  const save = async () => {
    await api.post('/api/Shop/SaveRates', { currency, rates })
    await refetch('dashboard')
    notifyDone(t('panel.form.saved'))
    onClose()
  }
  return (
    <Dialog
      title={t('panel.rates.title')}
      text={t('panel.rates.text', { currency })}
      action={{
        text: t('panel.form.save'),
        isOnEnter: true,
        loading: isBusy,
        'aria-disabled': !canSave,
        onClick: () => canSave && run(save),
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        {rows.map((code, index) => (
          <NumberField
            key={code}
            kind="rate"
            {...(index === 0 ? { 'data-autofocus': true } : {})}
            label={t('panel.rates.one', { of: code, currency })}
            description={enteredText(enteredByCurrency.get(code))}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={0.000001}
            max={1_000_000}
            value={values[code]}
            onChange={(value) => setValues((before) => ({ ...before, [code]: value }))}
          />
        ))}
      </Stack>
    </Dialog>
  )
}

const enteredText = (rate: EnteredRate | undefined) =>
  rate && t('panel.rates.entered', { when: formatDateTime(rate.enteredAt), who: rate.enteredBy })
