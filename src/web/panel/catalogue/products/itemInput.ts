import type { z } from 'zod'
import type { FieldProblem } from '#shared/fieldProblems.ts'
import { fieldProblems } from '#shared/fieldProblems.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { saveItem } from '#shared/products.ts'
import { readAmount } from '#web/ui/readAmount.ts'
import { latinDigits } from '#web/ui/readCount.ts'
import { changedColors, type ItemDraft, type RowDraft, sharedOf } from './itemDraft.ts'

type Input = z.input<typeof saveItem.input>
/** What is wrong, by where it stands in the draft: `itemCode`, `<colour> colorCode`, `<row> barcode`, `<row> price CB`. */
export type DraftProblems = Record<string, FieldProblem>

type Prepared =
  | { input: Input; placeOf: (path: string) => string; problems?: never }
  | { problems: DraftProblems; input?: never; placeOf?: never }

/** The draft as it is to be sent: the colours that are not as they were; or what is wrong with it. */
export function inputOf(draft: ItemDraft, before: ItemDraft, isNew: boolean): Prepared {
  const keys = changedColors(draft, before)
  const problems: DraftProblems = {}
  const products = keys.flatMap((key) => {
    const color = draft.colors[key]
    if (!color) return []
    const { id, version, colorCode, colorDescription, isActive, rowKeys } = color
    const items = rowKeys.flatMap((rowKey) => {
      const row = draft.rows[rowKey]
      return row ? [itemOf(row, problems)] : []
    })
    const known = id && version ? { id, version } : {}
    return [{ ...known, colorCode, colorDescription, isActive, ...sharedOf(color), items }]
  })
  const input = { itemCode: draft.itemCode, isNew, products }
  const placeOf = (path: string) => placeIn(draft, keys, path)
  const { error } = saveItem.input.safeParse(input, { reportInput: true })
  if (error) {
    for (const [path, problem] of Object.entries(fieldProblems(error))) problems[placeOf(path)] ??= problem
  }
  return Object.keys(problems).length > 0 ? { problems } : { input, placeOf }
}

const noAmount = {
  invalid: 'field.invalid',
  decimals: 'field.decimals',
  ambiguous: 'field.ambiguous',
} as const

function itemOf(
  row: RowDraft,
  problems: DraftProblems,
): Input['products'][number]['items'] extends (infer Item)[] | undefined ? Item : never {
  const say = (field: string, key: MessageKey) => {
    problems[`${row.key} ${field}`] = { key, values: {} }
  }
  const prices = Object.entries(row.prices).flatMap(([priceGroup, { amount, currency }]) => {
    if (amount.trim() === '') return []
    const read = readAmount(amount)
    if ('amount' in read) return [{ priceGroup, unitPrice: read.amount, currencyCode: currency }]
    say(`price ${priceGroup}`, noAmount[read.problem])
    return []
  })
  const stock = row.inventory.trim() === '' ? '0' : latinDigits(row.inventory.trim())
  if (!/^\d{1,9}$/.test(stock)) say('inventory', 'field.wholeNumber')
  const { productId, inventoryRead, size, lotCode, lotDescription, lotSizes, piecesPerLot, barcode } = row
  return {
    ...(productId ? { productId } : {}),
    ...(inventoryRead === undefined ? {} : { inventoryRead }),
    itemDim1Code: size,
    lotCode,
    lotDescription,
    lotSizes,
    piecesPerLot,
    barcode,
    isActive: row.isActive,
    inventory: /^\d{1,9}$/.test(stock) ? Number(stock) : 0,
    prices,
  }
}

/** Where in the draft stands what is sent as `products.0.items.3.prices.1.unitPrice`. */
function placeIn({ colors, rows }: ItemDraft, keys: string[], path: string): string {
  const [first = '', index, field = '', position, inner = 'size', place] = path.split('.')
  if (first !== 'products' || index === undefined) return path
  const key = keys[Number(index)] ?? ''
  if (field !== 'items' || position === undefined) return `${key} ${field || 'colorCode'}`
  const row = rows[colors[key]?.rowKeys[Number(position)] ?? '']
  if (!row) return `${key} items`
  if (inner === 'prices') {
    const groups = Object.entries(row.prices).filter(([, { amount }]) => amount.trim() !== '')
    return `${row.key} price ${groups[Number(place)]?.[0] ?? ''}`
  }
  const own = /^(itemDim1Code|lotCode|productId)$/.test(inner)
    ? 'size'
    : /^(lot|pieces)/.test(inner)
      ? 'lot'
      : inner
  return `${row.key} ${own}`
}
