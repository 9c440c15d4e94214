import { variantCodeFields } from '#shared/catalogue/catalogueFields.ts'
import type { Row, SheetColumn } from './cells.ts'
import type { Entry } from './selection.ts'

/** `color` and `size` narrow down the rows a code finds; `cell` fills cells. */
export type ColumnUse = { kind: 'none' | 'color' | 'size' } | { kind: 'cell'; column: SheetColumn }

export type CodedList = {
  /** Headings, if the first line has some. */
  head: string[] | undefined
  lines: string[][]
}

export type ListMatch = {
  entries: Entry[]
  /** Lines whose code was found, and the rows they match. */
  found: number
  rows: number
  missing: string[]
  /** Codes listed twice with different values; none is used. */
  conflicting: string[]
  /** Lots that an item code also found. Skipped by default, because a lot costs as much as all its pieces. */
  skippedLots: number
}

/** `coded`: by each code of their size or lot. */
export type RowIndex = { coded: Map<string, Row>; items: Map<string, Row[]> }

const fold = (text: string) => text.trim().toLocaleUpperCase('en')

export function indexRows(rows: Row[]): RowIndex {
  const index: RowIndex = { coded: new Map(), items: new Map() }
  for (const row of rows) {
    for (const field of variantCodeFields.toReversed()) {
      const code = row.item[field]
      if (code) index.coded.set(fold(code), row)
    }
    const code = fold(row.product.itemCode)
    const known = index.items.get(code)
    if (known) known.push(row)
    else index.items.set(code, [row])
  }
  return index
}

const isKnown = ({ coded, items }: RowIndex, code: string) => coded.has(fold(code)) || items.has(fold(code))

/** Undefined unless most of the first column's texts are known codes. */
export function codedList(block: string[][], index: RowIndex): CodedList | undefined {
  if (Math.max(...block.map((line) => line.length)) < 2) return undefined
  const coded = block.filter(([code]) => code)
  const known = coded.filter(([code = '']) => isKnown(index, code)).length
  if (known === 0 || known * 2 < coded.length) return undefined
  return splitHead(block, index)
}

/** The first line is a heading if it holds neither code nor digits. */
export function splitHead(block: string[][], index: RowIndex): CodedList {
  const [head = [], ...others] = block
  const isHead =
    !isKnown(index, head[0] ?? '') && others.length > 0 && !head.slice(1).some((text) => /\d/.test(text))
  const lines = (isHead ? others : block).filter(([code]) => code)
  return { head: isHead ? head : undefined, lines }
}

/** Guesses each column's use: by heading, by content, else price columns in order. */
export function guessUses(
  { head, lines }: CodedList,
  index: RowIndex,
  columns: SheetColumn[],
  cursorColumn: SheetColumn | undefined,
): ColumnUse[] {
  const width = Math.max(...lines.map((line) => line.length))
  const editable = columns.filter(({ kind }) => kind !== 'fixed')
  // From the cursor's column on; price columns if that one is read-only.
  const from =
    cursorColumn && cursorColumn.kind !== 'fixed'
      ? editable.slice(editable.indexOf(cursorColumn))
      : editable.filter(({ kind }) => kind === 'price')
  const remaining = [...from]
  return Array.from({ length: width - 1 }, (_, along): ColumnUse => {
    const named = editable.find(({ name }) => head?.[along + 1] && fold(name) === fold(head[along + 1] ?? ''))
    if (named) return { kind: 'cell', column: named }
    const texts = lines.flatMap((line) => line[along + 1] || [])
    if (mostlyMatches(lines, along + 1, index, isColor)) return { kind: 'color' }
    if (mostlyMatches(lines, along + 1, index, isSize)) return { kind: 'size' }
    const isNumber =
      texts.filter((text) => /\d/.test(text) && !/\p{L}{4,}/u.test(text)).length * 2 >= texts.length
    const column = remaining.find(({ kind }) =>
      isNumber ? kind === 'price' || kind === 'count' : kind === 'text',
    )
    if (!column || texts.length === 0) return { kind: 'none' }
    remaining.splice(0, remaining.indexOf(column) + 1)
    return { kind: 'cell', column }
  })
}

type RowTest = (row: Row, text: string) => boolean
const isColor: RowTest = ({ product: { colorCode, colorDescription } }, text) =>
  fold(text) !== '' && (fold(colorCode) === fold(text) || fold(colorDescription) === fold(text))
const isSize: RowTest = ({ item }, text) => fold(item.itemDim1Code || item.lotCode) === fold(text)

/** Whether most lines match a row of their code by this column. */
function mostlyMatches(lines: string[][], along: number, { items }: RowIndex, test: RowTest): boolean {
  const known = lines.filter(([code = '']) => items.has(fold(code)))
  const hits = known.filter((line) =>
    items.get(fold(line[0] ?? ''))?.some((row) => test(row, line[along] ?? '')),
  )
  return hits.length > 0 && hits.length * 2 >= known.length
}

/** `rank` is how specific the code is; a size's own code ranks highest. */
type Line = { cells: string[]; rows: Row[]; rank: number }

/** Matches lines to rows; more specific lines win. */
export function matchList(
  { lines }: CodedList,
  uses: ColumnUse[],
  index: RowIndex,
  includeLots: boolean,
): ListMatch {
  const matched: ListMatch = { entries: [], found: 0, rows: 0, missing: [], conflicting: [], skippedLots: 0 }
  const read = lines.map((cells) => ({ cells, ...rowsOfLine(cells, uses, index, includeLots, matched) }))
  const doubled = conflictingCodes(read, uses)
  const usedRows = new Set<Row>()
  for (const { cells, rows } of read.toSorted((a, b) => b.rank - a.rank)) {
    if (rows.length === 0 || doubled.has(cells[0] ?? '')) continue
    matched.found += 1
    for (const row of rows) {
      if (usedRows.has(row)) continue
      usedRows.add(row)
      for (const [along, use] of uses.entries()) {
        const text = cells[along + 1] ?? ''
        // An empty cell changes nothing.
        if (use.kind === 'cell' && text !== '') matched.entries.push({ row, column: use.column, text })
      }
    }
  }
  return { ...matched, rows: usedRows.size, conflicting: [...doubled] }
}

/** Codes of equal rank that give a row different values. */
function conflictingCodes(lines: Line[], uses: ColumnUse[]): Set<string> {
  const valuesByRow = new Map<Row, { rank: number; values: string }[]>()
  const doubled = new Set<string>()
  for (const { cells, rows, rank } of lines) {
    const values = cells
      .slice(1)
      .filter((_, along) => uses[along]?.kind === 'cell')
      .join('\t')
    for (const row of rows) {
      const before = valuesByRow.get(row) ?? []
      if (before.some((match) => match.rank === rank && match.values !== values)) doubled.add(cells[0] ?? '')
      valuesByRow.set(row, [...before, { rank, values }])
    }
  }
  return doubled
}

function rowsOfLine(
  line: string[],
  uses: ColumnUse[],
  { coded, items }: RowIndex,
  includeLots: boolean,
  matched: ListMatch,
): Omit<Line, 'cells'> {
  const [code = ''] = line
  const match = coded.get(fold(code))
  if (match) return { rows: [match], rank: 3 }
  const criterion = (kind: 'color' | 'size', is: RowTest) => {
    const along = uses.findIndex((use) => use.kind === kind)
    const text = along < 0 ? '' : (line[along + 1] ?? '')
    return { isGiven: text !== '', fits: (row: Row) => text === '' || is(row, text) }
  }
  const [color, size] = [criterion('color', isColor), criterion('size', isSize)]
  const rank = size.isGiven ? 2 : color.isGiven ? 1 : 0
  const rows = (items.get(fold(code)) ?? []).filter((row) => color.fits(row) && size.fits(row))
  if (rows.length === 0) matched.missing.push(line.slice(0, 3).join(' ').trim())
  const sizes = rows.filter(({ item }) => !item.lotCode)
  if (size.isGiven || sizes.length === 0 || includeLots) return { rows, rank }
  matched.skippedLots += rows.length - sizes.length
  return { rows: sizes, rank }
}
