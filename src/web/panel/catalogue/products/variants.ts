import { type LotSize, lotDescriptionOf, piecesIn } from '#shared/lots.ts'
import { readAmount } from '#web/ui/readAmount.ts'
import { amountText } from './amountText.ts'
import { addColor, type ItemDraft, newRow, type PriceDraft, type RowDraft } from './itemDraft.ts'

/** What is to be made: sizes, and a lot of them, in these colours, at these prices of a piece. */
export type Wanted = {
  colors: { colorCode: string; colorDescription: string }[]
  sizes: string[]
  lot: { code: string; sizes: LotSize[] } | undefined
  prices: Record<string, PriceDraft>
}

/**
 * Adds to the colours what they do not have yet: colours that are not there are made, what is there stays as it is.
 * Without colours all there are, and one without a code where there are none. Answers how many rows have come.
 */
export function addVariants(draft: ItemDraft, { colors, sizes, lot, prices }: Wanted): number {
  const byCode = new Map(draft.colorKeys.map((key) => [draft.colors[key]?.colorCode, key]))
  const named = colors.length > 0 ? colors : unnamed(draft)
  let count = 0
  for (const color of named) {
    const key = byCode.get(color.colorCode)
    const known = (key && draft.colors[key]?.rowKeys.map((rowKey) => draft.rows[rowKey])) || []
    const has = (field: 'size' | 'lotCode', value: string) => known.some((row) => row?.[field] === value)
    const rows = sizes.filter((size) => !has('size', size)).map((size) => newRow({ size, prices }))
    if (lot && !has('lotCode', lot.code)) rows.push(lotRow(lot, prices))
    count += rows.length
    if (!key) addColor(draft, { ...draft.shared, ...color }, rows)
    else appendRows(draft, key, rows)
  }
  return count
}

function unnamed({ colorKeys, colors }: ItemDraft): Wanted['colors'] {
  if (colorKeys.length === 0) return [{ colorCode: '', colorDescription: '' }]
  return colorKeys.flatMap((key) => colors[key] ?? [])
}

/** A lot costs what its pieces do. */
function lotRow({ code, sizes }: { code: string; sizes: LotSize[] }, prices: Wanted['prices']): RowDraft {
  const piecesPerLot = piecesIn(sizes)
  const times = ({ amount, currency }: PriceDraft): PriceDraft => {
    const read = readAmount(amount)
    return { currency, amount: 'amount' in read ? amountText(read.amount * piecesPerLot) : '' }
  }
  return newRow({
    lotCode: code,
    lotSizes: sizes,
    piecesPerLot,
    lotDescription: lotDescriptionOf(sizes),
    prices: Object.fromEntries(Object.entries(prices).map(([group, price]) => [group, times(price)])),
  })
}

/** New sizes come behind the sizes, new lots behind the lots. */
function appendRows(draft: ItemDraft, key: string, rows: RowDraft[]): void {
  const color = draft.colors[key]
  if (!color) return
  for (const row of rows) draft.rows[row.key] = row
  const keys = [...color.rowKeys, ...rows.map((row) => row.key)]
  const isLot = (rowKey: string) => (draft.rows[rowKey]?.lotCode ? 1 : 0)
  draft.colors[key] = { ...color, rowKeys: keys.toSorted((one, other) => isLot(one) - isLot(other)) }
}
