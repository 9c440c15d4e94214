import { Button, Group, Modal, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { amountText } from '../products/amountText.ts'
import { amountIn, ownerOf, storedIn } from './cells.ts'
import { sayEntered } from './gridKeys.ts'
import { changedPrice, type Rounding, roundings, type Way, ways } from './priceChange.ts'
import classes from './Sheet.module.css'
import { useSheetStore } from './SheetContext.ts'
import { nameOf } from './SheetRow.tsx'
import { type Entry, enter, entriesIn } from './selection.ts'
import { editAt, type SheetState } from './sheetStore.ts'

/** Raises or lowers all prices that are selected, and rounds them. */
export function ChangePrices({ onClose }: { onClose: () => void }) {
  const store = useSheetStore()
  const [way, setWay] = useState<Way>('percent')
  const [text, setText] = useState('')
  const [rounding, setRounding] = useState<Rounding>('0.01')
  const [hasTried, setHasTried] = useState(false)
  const by = signed(text)
  const isGood = by !== undefined && (way !== 'times' || by >= 0)
  const prices = pricesIn(
    store.getState(),
    entriesIn(store, () => ''),
  )
  const after = (amount: number) => changedPrice(amount, way, by ?? 0, rounding)
  const run = () => {
    if (!isGood) return setHasTried(true)
    const entries = prices.map(({ amount, entry }) => ({ ...entry, text: amountText(after(amount)) }))
    sayEntered(store, enter(store, entries).cells)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} withCloseButton={false} centered>
      <Modal.Title fw={600} fz="lg" mb="sm">
        {t('panel.sheet.changePricesTitle', { count: prices.length })}
      </Modal.Title>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          run()
        }}
      >
        <SegmentedControl
          fullWidth
          aria-label={t('panel.sheet.way')}
          value={way}
          onChange={(next) => setWay(next)}
          data={ways.map((value) => ({ value, label: t(`panel.sheet.way.${value}`) }))}
          mb="sm"
        />
        <TextInput
          data-autofocus
          label={t(`panel.sheet.by.${way}`)}
          description={t('panel.sheet.byHint')}
          inputMode="text"
          dir="ltr"
          autoComplete="off"
          value={text}
          error={hasTried && !isGood ? t('field.invalid') : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          mb="sm"
        />
        <NativeSelect
          label={t('panel.sheet.rounding')}
          value={rounding}
          onChange={(event) => setRounding(event.currentTarget.value as Rounding)}
          data={roundings.map((value) => ({
            value,
            label:
              value === '.90'
                ? t('panel.sheet.endsInNinety')
                : t('panel.sheet.roundTo', { step: amountText(Number(value)) }),
          }))}
        />
        {isGood && (
          <ul className={classes.preview} aria-label={t('panel.sheet.preview')}>
            {prices.slice(0, 3).map(({ amount, entry: { row, column } }) => (
              <li key={`${row.item.productId} ${column.key}`}>
                <span>
                  <bdi>{nameOf(row)}</bdi> · {column.group}
                </span>
                <bdi className="number">
                  {amountText(amount)} → {amountText(after(amount))}
                </bdi>
              </li>
            ))}
          </ul>
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit">{t('panel.sheet.changePrices')}</Button>
        </Group>
      </form>
    </Modal>
  )
}

/** The prices there are in what is selected. */
function pricesIn(state: SheetState, entries: Entry[]): { amount: number; entry: Entry }[] {
  return entries.flatMap((entry) => {
    const { row, column } = entry
    if (column.kind !== 'price') return []
    const edit = editAt(state, ownerOf(row, column), column.field)
    const amount = edit?.bad
      ? undefined
      : amountIn(edit ? edit.is : storedIn(row, column.of, column.field), column)
    return amount === undefined ? [] : [{ amount, entry }]
  })
}

/** A number with or without a sign: 8 · -5 · %8 · +2,5. */
function signed(text: string): number | undefined {
  const [, sign = '', digits = ''] =
    /^([+\-−]?)(\d{1,7}(?:[.,]\d{1,4})?)$/.exec(text.replace(/[\s%×]/g, '')) ?? []
  if (digits === '') return undefined
  const amount = Number(digits.replace(',', '.'))
  return sign === '' || sign === '+' ? amount : -amount
}
