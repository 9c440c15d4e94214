import type { z } from 'zod'
import { contains, folded } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import { quoteCell } from '#server/exports/csv.ts'
import { FileAnswer, verb } from '#server/http/http.ts'
import { translate } from '#server/i18n.ts'
import { productTextNames, variantFileFields } from '#shared/catalogue/catalogueFields.ts'
import type { TextKind } from '#shared/catalogue/textKinds.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import {
  getImportBadRows,
  getImportChanges,
  type ImportChange,
  type ImportValue,
} from '#shared/imports/imports.ts'
import { importReasons, textTargetOf } from '#shared/imports/importTerms.ts'
import { fromMinor, type Minor } from '#shared/numbers/money.ts'
import type { Language } from '#shared/tenancy.ts'
import { languageNames } from '#shared/text/languageNames.ts'
import { requireRun } from './runs.ts'

type Filters = z.output<typeof getImportChanges.input>
type Side = Record<string, unknown> | null
type Row = Omit<ImportChange, 'fields' | 'bad' | 'kept' | 'textKind'> & {
  before: Side
  after: Side
  kept: Side
  textKind: TextKind | null
}

const sortKeys: Record<Filters['sort'], string> = {
  line: 'c.line',
  itemCode: `c.item_code || ' ' || c.color_code || ' ' || c.size`,
  state: `array_position(array['bad', 'new', 'changed', 'unchanged'], c.state)`,
}

/**
 * A page of a run's changes. Scans the rows once without joins: they are so new that the planner has no statistics.
 */
export const listImportChanges = verb(getImportChanges, async ({ tx }, filters) => {
  await requireRun(tx, filters.id)
  const values = collectValues()
  values.add(filters.id)
  const where = conditions(filters, values).join(' and ')
  const direction = filters.order === 'asc' ? 'asc' : 'desc'
  // Products sort before their variants.
  const order = `${sortKeys[filters.sort]} ${direction}, c.line ${direction}, c.entity ${direction}, c.id ${direction}`
  const text = `
    select coalesce(json_agg(json_build_object(
        'entity', c.entity, 'id', c.id, 'line', c.line, 'state', c.state, 'itemCode', c.item_code,
        'colorCode', c.color_code, 'size', c.size, 'name', c.name, 'before', c.before, 'after', c.after,
        'note', c.note, 'kept', c.kept, 'textKind', c.text_kind) order by c.position), '[]') as items,
      (select count(*)::int from catalogue_changes c where ${where}) as total
    from (
      select sorted.*, row_number() over () as position from (
        select c.* from catalogue_changes c where ${where} order by ${order}
        limit ${values.add(filters.limit)} offset ${values.add((filters.page - 1) * filters.limit)}) sorted) c`
  const [page] = await tx.query<{ items: Row[]; total: number }>({ text }, ...values.list)
  const { items, total } = page ?? { items: [], total: 0 }
  return { items: items.map(toImportChange), total }
})

function conditions({ state, field, note, search }: Filters, values: Values): string[] {
  const all = ['c.tenant_id = $1', 'c.set_id = $2']
  if (state) all.push(`c.state = ${values.add(state)}`)
  if (note) all.push(`c.note = ${values.add(note)}`)
  if (field) {
    const name = values.add(field)
    all.push(`c.state = 'changed' and (c.before ? ${name} or c.after ? ${name})`)
  }
  if (search) {
    const text = folded(`c.item_code || ' ' || c.color_code || ' ' || c.size || ' ' || c.name`)
    for (const word of search.split(/\s+/)) all.push(contains(text, word, values))
  }
  return all
}

/** Only needed for undo. */
const hiddenFields = new Set(['brandId', 'categoryId', 'lotSizes', 'accepted'])

const order: string[] = [
  'itemDescription',
  'colorDescription',
  'brandName',
  'categoryName',
  ...productTextNames,
  ...variantFileFields,
]
const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

function toImportChange({ before, after, kept, note, textKind, ...row }: Row): ImportChange {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    // The position of a new variant is of no interest.
    .filter((name) => !hiddenFields.has(name) && !(row.state === 'new' && name === 'sortOrder'))
    .toSorted((one, other) => place(one) - place(other) || (one < other ? -1 : 1))
  const shared = { ...row, ...(note ? { note } : {}), ...(textKind ? { textKind } : {}) }
  if (row.entity === 'row') {
    const { column = '', reason = '', value = '' } = (after ?? {}) as Record<string, string>
    const known = importReasons.find((one) => one === reason) ?? 'required'
    return { ...shared, fields: [], bad: { column, reason: known, value } }
  }
  return {
    ...shared,
    fields: names.map((name) => ({
      name,
      ...sideOf('before', before?.[name]),
      ...sideOf('after', after?.[name]),
    })),
    ...(kept
      ? {
          kept: Object.keys(kept)
            .filter((name) => !hiddenFields.has(name) && (names.length === 0 || names.includes(name)))
            .map((name) => ({ name, ...sideOf('now', kept[name]) })),
        }
      : {}),
  }
}

function sideOf<Name extends string>(name: Name, value: unknown): { [Key in Name]?: ImportValue } {
  const read = valueOf(value)
  return (read === undefined ? {} : { [name]: read }) as { [Key in Name]?: ImportValue }
}

/** A stored value on the wire: money as decimals, photos as names. */
function valueOf(value: unknown): ImportValue | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((photo: unknown) => String((photo as unknown[])[0]))
  const { amount, currency } = value as { amount: Minor; currency: string }
  return { amount: fromMinor(amount), currency }
}

const readBad = prepared(`
  select c.line, c.after->>'column' as "column", c.after->>'reason' as reason, c.after->>'value' as value
  from catalogue_changes c where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'row'
  order by c.line, c.after->>'column'`)
type Bad = { line: number; column: string; reason: string; value: string }

/** The bad rows as a CSV file. */
export const badRowsFile = verb(getImportBadRows, async ({ tx, language }, { id }) => {
  await requireRun(tx, id)
  const bad = await tx.query<Bad>(readBad, id)
  const head = [
    translate(language, 'panel.import.bad.line'),
    translate(language, 'panel.import.bad.column'),
    translate(language, 'panel.import.bad.reason'),
    translate(language, 'panel.import.bad.value'),
  ]
  const lines = bad.map(({ line, column, reason, value }) => [
    String(line),
    column && columnName(language, column),
    translate(language, `panel.import.reason.${reason}` as MessageKey),
    value,
  ])
  return new FileAnswer(
    Buffer.from(`\ufeff${[head, ...lines].map((cells) => `${cells.map(quoteCell).join(';')}\r\n`).join('')}`),
    `${translate(language, 'panel.import.bad.fileName')}.csv`,
  )
})

export function columnName(language: Language, column: string): string {
  const text = textTargetOf(column)
  if (text) return `${columnName(language, text.of)} (${languageNames[text.language]})`
  const [, kind = column, more = ''] = /^(price|currency|attribute)(.+)$/.exec(column) ?? []
  const name = translate(language, `panel.import.column.${kind}` as MessageKey)
  return more ? `${name} ${more}` : name
}
