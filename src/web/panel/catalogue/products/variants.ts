import { type LotSize, lotDescriptionOf, piecesIn } from '#shared/lots.ts'
import { readAmount } from '#web/ui/readAmount.ts'
import { addColor, amountText, type ItemDraft, newRow, type PriceDraft, type RowDraft } from './itemDraft.ts'

/** `prices` are per piece. */
export type VariantPlan = {
  colors: { colorCode: string; colorDescription: string }[]
  sizes: string[]
  lot: { code: string; sizes: LotSize[] } | undefined
  prices: Record<string, PriceDraft>
}

/**
 * Adds missing variants, keeping existing ones. Without `colors` uses all existing colours, or one without a
 * code. Answers the number of new rows.
 */
export function addVariants(draft: ItemDraft, { colors, sizes, lot, prices }: VariantPlan): number {
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
    const read = readAmount(amount)
    return { currency, amount: 'amount' in read ? amountText(read.amount * piecesPerLot) : '' }
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
