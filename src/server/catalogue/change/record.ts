import { type Actor, type ChangeOf, recordChanges } from '#server/changes/record.ts'
import type { Tx } from '#server/db/tenant.ts'
import {
  type FieldKind,
  productTextNames,
  type VariantField,
  variantField,
  variantFieldNames,
} from '#shared/catalogue/catalogueFields.ts'
import { attributeNames } from '#shared/catalogue/listing.ts'
import { type LotSize, lotDescriptionOf } from '#shared/catalogue/lots.ts'
import type { ChangeAction } from '#shared/changes/changeKinds.ts'
import { fromMinor, type Minor } from '#shared/numbers/money.ts'
import { nameOf } from '../office/productName.ts'
import type { EntityChange, Side } from './changeSet.ts'

/** Logs a change set, one entry per product. */
export async function recordChangeSet(
  tx: Tx,
  { actor, at, setId }: { actor: Actor; at: Date; setId: string },
  changes: EntityChange[],
  /** Names of products whose own row does not change. */
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const products = Map.groupBy(changes, ({ productId }) => productId)
  await recordChanges(
    tx,
    actor,
    at,
    [...products].map(([id, rows]) => entryOf(id, rows, names.get(id) ?? '')),
    setId,
  )
}

function entryOf(subjectId: string, rows: EntityChange[], name: string): ChangeOf {
  const own = rows.find(({ entity }) => entity === 'product')
  const variants = rows.filter(({ entity }) => entity === 'variant')
  const [first] = rows as [EntityChange]
  const itemDescription = own?.name || name
  const about = {
    subject: 'product' as const,
    subjectId,
    subjectName: nameOf({ ...first, itemDescription }),
    action: actionOf(own),
  }
  if (about.action === 'deleted' || about.action === 'restored') return about
  const before = { ...headOf(own?.before, own?.after), ...linesOf(variants, 'before') }
  const after = { ...headOf(own?.after, own?.before), ...linesOf(variants, 'after') }
  return { ...about, after, ...(about.action === 'added' ? {} : { before }) }
}

function actionOf(own: EntityChange | undefined): ChangeAction {
  if (own?.state === 'new') return 'added'
  if (own?.state === 'removed' || own?.after.isDeleted === true) return 'deleted'
  return own && 'isDeleted' in own.before ? 'restored' : 'changed'
}

const headFields = [
  'itemDescription',
  'colorDescription',
  'brandName',
  'categoryName',
  ...productTextNames,
  'isActive',
  ...attributeNames,
]

/** Fields that only the other side has become ''. */
const headOf = (side: Side = {}, other: Side = {}): Side =>
  Object.fromEntries(
    headFields.flatMap((name) => (name in side || name in other ? [[name, side[name] ?? '']] : [])),
  )

/** Text for the log; undefined to leave the value out. */
const texts: Record<Exclude<FieldKind, 'lotSizes'>, (value: unknown) => string | undefined> = {
  text: (value) => String(value),
  code: (value) => String(value),
  count: (value) => String(value),
  stock: (value) => String(value),
  flag: () => '',
}

/** Lines by field, such as `S 8690000000017`. */
function linesOf(variants: EntityChange[], side: 'before' | 'after'): Record<string, string[]> {
  const lines: Record<string, string[]> = {}
  const add = (field: string, { size }: EntityChange, text: string) => {
    ;(lines[field] ??= []).push(`${size} ${text}`.trim())
  }
  for (const change of variants) {
    const values = change[side]
    if ((change.state === 'removed' && side === 'before') || (change.state === 'new' && side === 'after'))
      add('variants', change, '')
    if (change.state === 'removed') continue
    for (const name of variantFieldNames) {
      const text = lineOf(name, values, change)
      const { log } = variantField(name)
      if (log && text !== undefined) add(log, change, text)
    }
    for (const [name, value] of Object.entries(values)) {
      if (!name.startsWith('price')) continue
      const { amount, currency } = value as { amount: Minor; currency: string }
      add('prices', change, `${name.slice('price'.length)} ${fromMinor(amount).toFixed(2)} ${currency}`)
    }
  }
  return lines
}

function lineOf(name: VariantField, values: Side, { isLot }: EntityChange): string | undefined {
  const { kind, isOfLot, empty } = variantField(name)
  if (isOfLot) return name === 'piecesPerLot' && isLot && name in values ? lotLine(values) : undefined
  const value = values[name]
  if (kind === 'lotSizes' || !(name in values) || ((kind === 'count' || kind === 'flag') && value === empty))
    return undefined
  return texts[kind](value)
}

/** `S/M/L 1-2-1 = 4` */
function lotLine({ lotDescription = '', lotSizes = [], piecesPerLot }: Side): string {
  const sizes = lotSizes as LotSize[]
  const content = sizes.length > 0 ? lotDescriptionOf(sizes) : ''
  return `${[...new Set([String(lotDescription), content])].filter(Boolean).join(', ')} = ${String(piecesPerLot)}`
}
