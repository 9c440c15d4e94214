import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type LotSize, lotDescriptionOf, piecesIn } from '#shared/catalogue/lots.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { type FieldNumber, isUnread, NumberField } from '#web/ui/NumberField.tsx'
import { readField } from '#web/ui/numberKinds.ts'
import { IconButton } from '../../IconButton.tsx'
import classes from './AddVariants.module.css'
import { addColor, amountText, type ItemDraft, newRow, type PriceDraft, type RowDraft } from './itemDraft.ts'
import { addToDraft, useItemStore } from './itemStore.ts'
import { lotSizesIn, Pieces, type TypedPieces } from './LotDialog.tsx'
import { useProductChoices } from './productChoices.ts'
import { readColors, readSizes, sizeSets } from './sizes.ts'

export function AddVariants({ isNew }: { isNew: boolean }) {
  const [isOpen, setIsOpen] = useState(isNew)
  if (!isOpen) {
    return (
      <IconButton Icon={IconPlus} className={classes.open} onClick={() => setIsOpen(true)}>
        {t('panel.product.addVariants')}
      </IconButton>
    )
  }
  return <VariantForm isNew={isNew} onDone={() => setIsOpen(false)} />
}

function VariantForm({ isNew, onDone }: { isNew: boolean; onDone: () => void }) {
  const store = useItemStore()
  const groups = useProductChoices()?.priceGroups ?? []
  const [colors, setColors] = useState('')
  const [sizes, setSizes] = useState('')
  const [lotCode, setLotCode] = useState('')
  const [pieces, setPieces] = useState<TypedPieces>(new Map())
  const [amounts, setAmounts] = useState<Record<string, FieldNumber>>({})
  const [problem, setProblem] = useState<string>()
  const sizeList = readSizes(sizes)
  const lotSizes = lotSizesIn(sizeList, pieces)
  const add = () => {
    const lot = lotCode.trim() && lotSizes.length > 0 ? { code: lotCode.trim(), sizes: lotSizes } : undefined
    const wrong = problemOf({ colors, sizeList, lotCode, lotSizes, pieces, amounts })
    setProblem(wrong)
    if (wrong) return
    const prices = Object.fromEntries(
      groups.flatMap(({ priceGroup, currencyCode }) => {
        const amount = amounts[priceGroup]
        return typeof amount === 'number'
          ? [[priceGroup, { amount: amountText(amount), currency: currencyCode }]]
          : []
      }),
    )
    let count = 0
    addToDraft(store, (draft) => {
      count = addVariants(draft, { colors: readColors(colors), sizes: sizeList, lot, prices })
    })
    notifyDone(t('panel.product.variantsAdded', { count }))
    setColors('')
    onDone()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles Enter in the fields inside
    <div
      className={classes.maker}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        add()
      }}
    >
      <div className={classes.columns}>
        <Textarea
          label={t('panel.product.newColors')}
          description={t(isNew ? 'panel.product.newColorsHint' : 'panel.product.moreColorsHint')}
          autosize
          minRows={3}
          maxRows={10}
          value={colors}
          onChange={(event) => setColors(event.currentTarget.value)}
        />
        <div>
          <TextInput
            label={t('product.sizes')}
            description={t('panel.product.sizesHint')}
            dir="ltr"
            value={sizes}
            onChange={(event) => setSizes(event.currentTarget.value)}
          />
          <Group gap={6} mt={6}>
            {sizeSets.map((set) => (
              <Button
                key={set}
                variant="default"
                size="compact-sm"
                className={classes.set}
                onClick={() => setSizes(set)}
              >
                <bdi>{set}</bdi>
              </Button>
            ))}
          </Group>
        </div>
      </div>
      {sizeList.length > 0 && (
        <fieldset className={classes.lot}>
          <legend>{t('panel.product.newLot')}</legend>
          <TextInput
            label={t('panel.product.lotCode')}
            className={classes.lotCode}
            dir="ltr"
            maxLength={30}
            value={lotCode}
            onChange={(event) => setLotCode(event.currentTarget.value)}
          />
          <Pieces sizes={sizeList} pieces={pieces} onChange={setPieces} />
        </fieldset>
      )}
      <div className={classes.prices}>
        {groups.map(({ priceGroup, currencyCode }) => (
          <NumberField
            key={priceGroup}
            kind="amount"
            label={t('panel.product.pieceprice', { group: priceGroup, currency: currencyCode })}
            value={amounts[priceGroup]}
            onChange={(amount) => setAmounts({ ...amounts, [priceGroup]: amount })}
          />
        ))}
      </div>
      {problem && (
        <Text size="sm" c="red.9" role="alert">
          {problem}
        </Text>
      )}
      <Group gap="xs">
        <IconButton Icon={IconPlus} variant="filled" onClick={add}>
          {t('panel.product.make')}
        </IconButton>
        {!isNew && (
          <Button variant="default" onClick={onDone}>
            {t('action.cancel')}
          </Button>
        )}
      </Group>
    </div>
  )
}

type FormValues = {
  colors: string
  sizeList: string[]
  lotCode: string
  lotSizes: LotSize[]
  pieces: TypedPieces
  amounts: Record<string, FieldNumber>
}

function problemOf({ colors, sizeList, lotCode, lotSizes, pieces, amounts }: FormValues): string | undefined {
  if (sizeList.length === 0 && readColors(colors).length === 0) return t('panel.product.nothingToMake')
  if (sizeList.some((size) => size.length > 10)) return t('field.tooLong', { limit: 10 })
  if (readColors(colors).some(({ colorCode }) => colorCode.length > 10)) {
    return t('panel.product.colorCodeTooLong')
  }
  const unread = [...pieces.values(), ...Object.values(amounts)].filter(isUnread).length
  if (unread > 0) return t('panel.form.problems', { count: unread })
  return Boolean(lotCode.trim()) === lotSizes.length > 0 ? undefined : t('panel.product.lotIncomplete')
}

/** `prices` are per piece. */
type VariantPlan = {
  colors: { colorCode: string; colorDescription: string }[]
  sizes: string[]
  lot: { code: string; sizes: LotSize[] } | undefined
  prices: Record<string, PriceDraft>
}

/**
 * Adds missing variants, keeping existing ones. Without `colors` uses all existing colours, or one without a
 * code. Answers the number of new rows.
 */
function addVariants(draft: ItemDraft, { colors, sizes, lot, prices }: VariantPlan): number {
  const byCode = new Map(draft.colorKeys.map((key) => [draft.colors[key]?.colorCode, key]))
  const targetColors = colors.length > 0 ? colors : existingColors(draft)
  let count = 0
  for (const color of targetColors) {
    const key = byCode.get(color.colorCode)
    const existingRows = (key && draft.colors[key]?.rowKeys.map((rowKey) => draft.rows[rowKey])) || []
    const has = (field: 'size' | 'lotCode', value: string) =>
      existingRows.some((row) => row?.[field] === value)
    const rows = sizes.filter((size) => !has('size', size)).map((size) => newRow({ size, prices }))
    if (lot && !has('lotCode', lot.code)) rows.push(lotRow(lot, prices))
    count += rows.length
    if (!key) addColor(draft, { ...draft.shared, ...color }, rows)
    else appendRows(draft, key, rows)
  }
  return count
}

function existingColors({ colorKeys, colors }: ItemDraft): VariantPlan['colors'] {
  if (colorKeys.length === 0) return [{ colorCode: '', colorDescription: '' }]
  return colorKeys.flatMap((key) => colors[key] ?? [])
}

/** A lot costs as much as its pieces. */
function lotRow(
  { code, sizes }: { code: string; sizes: LotSize[] },
  prices: VariantPlan['prices'],
): RowDraft {
  const piecesPerLot = piecesIn(sizes)
  const toLotPrice = ({ amount, currency }: PriceDraft): PriceDraft => {
    const read = readField('amount', amount)
    return { currency, amount: 'number' in read ? amountText(read.number * piecesPerLot) : '' }
  }
  return newRow({
    lotCode: code,
    lotSizes: sizes,
    piecesPerLot,
    lotDescription: lotDescriptionOf(sizes),
    prices: Object.fromEntries(Object.entries(prices).map(([group, price]) => [group, toLotPrice(price)])),
  })
}

/** Keeps sizes before lots. */
function appendRows(draft: ItemDraft, key: string, rows: RowDraft[]): void {
  const color = draft.colors[key]
  if (!color) return
  for (const row of rows) draft.rows[row.key] = row
  const keys = [...color.rowKeys, ...rows.map((row) => row.key)]
  const isLot = (rowKey: string) => (draft.rows[rowKey]?.lotCode ? 1 : 0)
  draft.colors[key] = { ...color, rowKeys: keys.toSorted((a, b) => isLot(a) - isLot(b)) }
}
