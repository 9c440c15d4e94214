import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { type FieldNumber, NumberField } from '#web/ui/NumberField.tsx'
import { judgeNumber } from '#web/ui/numberKinds.ts'
import { Dialog } from '../../Dialog.tsx'
import { amountText } from '../products/itemDraft.ts'
import { amountIn, nameOf, ownerOf, storedIn } from './cells.ts'
import { announceEntered } from './gridInput.ts'
import {
  changedPrice,
  type PriceOperation,
  priceOperations,
  type Rounding,
  roundings,
} from './priceChange.ts'
import classes from './Sheet.module.css'
import { type Entry, enterTexts, entriesIn } from './selection.ts'
import { editAt, type SheetState, useSheetStore } from './sheetStore.ts'

const maxChange = 10_000_000

const operandFields = {
  percent: { kind: 'percent', min: -maxChange, max: maxChange },
  times: { kind: 'factor', min: 0, max: maxChange },
  add: { kind: 'amount', min: -maxChange, max: maxChange },
} as const satisfies Record<PriceOperation, unknown>

export function ChangePrices({ onClose }: { onClose: () => void }) {
  const store = useSheetStore()
  const [operation, setOperation] = useState<PriceOperation>('percent')
  const [operand, setOperand] = useState<FieldNumber>('')
  const [rounding, setRounding] = useState<Rounding>('0.01')
  const [hasTriedToApply, setHasTriedToApply] = useState(false)
  const prices = selectedPrices(
    store.getState(),
    entriesIn(store, () => ''),
  )
  const { kind, min, max } = operandFields[operation]
  const read = typeof operand === 'number' ? judgeNumber(kind, operand, { min, max }) : undefined
  const newAmount =
    read && 'number' in read
      ? (amount: number) => changedPrice(amount, operation, read.number, rounding)
      : undefined
  const run = () => {
    if (!newAmount) return setHasTriedToApply(true)
    const entries = prices.map(({ amount, entry }) => ({ ...entry, text: amountText(newAmount(amount)) }))
    announceEntered(store, enterTexts(store, entries).cells)
    onClose()
  }
  return (
    <Dialog
      title={t('panel.sheet.changePricesTitle', { count: prices.length })}
      action={{ text: t('panel.sheet.changePrices'), isOnEnter: true, onClick: run }}
      onClose={onClose}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('panel.sheet.way')}
        value={operation}
        onChange={(next) => setOperation(next)}
        data={priceOperations.map((value) => ({ value, label: t(`panel.sheet.way.${value}`) }))}
        mb="sm"
      />
      <NumberField
        data-autofocus
        label={t(`panel.sheet.by.${operation}`)}
        description={t('panel.sheet.byHint')}
        kind={kind}
        min={min}
        max={max}
        value={operand}
        error={hasTriedToApply && operand === '' && t('field.required')}
        onChange={setOperand}
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
      {newAmount && (
        <ul className={classes.preview} aria-label={t('panel.sheet.preview')}>
          {prices.slice(0, 3).map(({ amount, entry: { row, column } }) => (
            <li key={`${row.item.productId} ${column.key}`}>
              <span>
                <bdi>{nameOf(row)}</bdi> · {column.group}
              </span>
              <bdi className="number">
                {amountText(amount)} → {amountText(newAmount(amount))}
              </bdi>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function selectedPrices(state: SheetState, entries: Entry[]): { amount: number; entry: Entry }[] {
  return entries.flatMap((entry) => {
    const { row, column } = entry
    if (column.kind !== 'price') return []
    const edit = editAt(state, ownerOf(row, column), column.field)
    const amount = edit?.bad ? undefined : amountIn(edit ? edit.value : storedIn(row, column), column)
    return amount === undefined ? [] : [{ amount, entry }]
  })
}
