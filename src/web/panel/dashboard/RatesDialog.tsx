import { Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { EnteredRate } from '#shared/rates.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { locale, t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { decimalSeparator } from '#web/numberText.ts'
import { refetch } from '../refetch.ts'

type Props = { currency: string; entered: EnteredRate[]; missing: string[]; onClose: () => void }

/** Missing rates come first. Saved rates get today's date. */
export function RatesDialog({ currency, entered, missing, onClose }: Props) {
  const enteredByCurrency = new Map(entered.map((rate) => [rate.currency, rate]))
  const rows = [...missing, ...enteredByCurrency.keys()]
  const [values, setValues] = useState<Record<string, number | undefined>>(
    Object.fromEntries(entered.map((rate) => [rate.currency, rate.rate])),
  )
  const [isSaving, setIsSaving] = useState(false)
  const rates = rows
    .map((code) => ({ currency: code, rate: values[code] ?? null }))
    .filter((rate) => rate.rate !== null || enteredByCurrency.has(rate.currency))
  const save = async () => {
    if (isSaving || rates.length === 0) return
    setIsSaving(true)
    try {
      await api.post('/api/Shop/SaveRates', { currency, rates })
      await refetch('dashboard')
      notifyDone(t('panel.form.saved'))
      onClose()
    } catch (error) {
      notifyFailure(error)
      setIsSaving(false)
    }
  }
  return (
    <Modal opened onClose={onClose} withCloseButton={false} centered>
      <Modal.Title fw={600} fz="lg" mb="xs">
        {t('panel.rates.title')}
      </Modal.Title>
      <Text mb="sm">{t('panel.rates.text', { currency })}</Text>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack gap="sm">
          {rows.map((code, index) => (
            <NumberInput
              key={code}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
              label={t('panel.rates.one', { of: code, currency })}
              description={enteredText(enteredByCurrency.get(code))}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              hideControls
              min={0}
              max={1_000_000}
              decimalScale={6}
              decimalSeparator={decimalSeparator(locale)}
              allowedDecimalSeparators={['.', ',']}
              value={values[code] ?? ''}
              onChange={(value) => {
                const rate = value === '' ? Number.NaN : Number(value)
                setValues((before) => ({ ...before, [code]: rate > 0 ? rate : undefined }))
              }}
            />
          ))}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={isSaving} aria-disabled={rates.length === 0}>
            {t('panel.form.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

const enteredText = (rate: EnteredRate | undefined) =>
  rate && t('panel.rates.entered', { when: formatDateTime(rate.enteredAt), who: rate.enteredBy })
