import type { Row, SheetColumn } from './cells.ts'
import type { Entry } from './selection.ts'

/** What a column of a pasted list is for: `color` and `size` narrow down what the code finds; a key goes into cells. */
export type Use = { kind: 'none' | 'color' | 'size' } | { kind: 'cell'; column: SheetColumn }

export type CodedList = {
  /** What the first line calls the columns; undefined where it is a line like the others. */
  head: string[] | undefined
  lines: string[][]
}

/** What was made of a list: what goes into cells, and what does not. */
export type Matched = {
  entries: Entry[]
  /** Lines whose code was found, and rows that they stand for. */
  found: number
  rows: number
  /** Codes that no row has. */
  missing: string[]
  /** Codes that stand there more than once with different values: none of them is taken. */
  doubled: string[]
  /** Lots that an item code found beside sizes: a lot costs what its pieces do, so they are left alone unless asked for. */
  lots: number
}

export type Index = { barcodes: Map<string, Row>; items: Map<string, Row[]> }

const fold = (text: string) => text.trim().toLocaleUpperCase('en')

/** Rows by barcode and by item code. */
export function indexOf(rows: Row[]): Index {
  const index: Index = { barcodes: new Map(), items: new Map() }
  for (const row of rows) {
    if (row.item.barcode) index.barcodes.set(fold(row.item.barcode), row)
    const code = fold(row.product.itemCode)
    const known = index.items.get(code)
    if (known) known.push(row)
    else index.items.set(code, [row])
  }
  return index
}

const isKnown = ({ barcodes, items }: Index, code: string) =>
  barcodes.has(fold(code)) || items.has(fold(code))

/** A block whose first column holds codes of rows, for the most part; undefined where it does not. */
export function codedList(block: string[][], index: Index): CodedList | undefined {
  if (Math.max(...block.map((line) => line.length)) < 2) return undefined
  const coded = block.filter(([code]) => code)
  const known = coded.filter(([code = '']) => isKnown(index, code)).length
  if (known === 0 || known * 2 < coded.length) return undefined
  return listOf(block, index)
}

/** The lines of a list, and its head where its first line is one: it names columns, and no row. */
export function listOf(block: string[][], index: Index): CodedList {
  const [head = [], ...others] = block
  const isHead =
    !isKnown(index, head[0] ?? '') && others.length > 0 && !head.slice(1).some((text) => /\d/.test(text))
  const lines = (isHead ? others : block).filter(([code]) => code)
  return { head: isHead ? head : undefined, lines }
}

/** What each further column is likely to be for: by its name, by what stands in it, else price columns in their order. */
export function likelyUses(
  { head, lines }: CodedList,
  index: Index,
  columns: SheetColumn[],
  at: SheetColumn | undefined,
): Use[] {
  const width = Math.max(...lines.map((line) => line.length))
  const open = columns.filter(({ kind }) => kind !== 'fixed')
  // Where the cursor stands, and from there on; prices where it stands on none that is typed into.
  const from =
    at && at.kind !== 'fixed' ? open.slice(open.indexOf(at)) : open.filter(({ kind }) => kind === 'price')
  const left = [...from]
  return Array.from({ length: width - 1 }, (_, along): Use => {
    const named = open.find(({ name }) => head?.[along + 1] && fold(name) === fold(head[along + 1] ?? ''))
    if (named) return { kind: 'cell', column: named }
    const texts = lines.flatMap((line) => line[along + 1] || [])
    if (holds(lines, along + 1, index, isColor)) return { kind: 'color' }
    if (holds(lines, along + 1, index, isSize)) return { kind: 'size' }
    const isNumber =
      texts.filter((text) => /\d/.test(text) && !/\p{L}{4,}/u.test(text)).length * 2 >= texts.length
    const column = left.find(({ kind }) =>
      isNumber ? kind === 'price' || kind === 'count' : kind === 'text',
    )
    if (!column || texts.length === 0) return { kind: 'none' }
    left.splice(0, left.indexOf(column) + 1)
    return { kind: 'cell', column }
  })
}

type Told = (row: Row, text: string) => boolean
const isColor: Told = ({ product: { colorCode, colorDescription } }, text) =>
  fold(text) !== '' && (fold(colorCode) === fold(text) || fold(colorDescription) === fold(text))
const isSize: Told = ({ item }, text) => fold(item.itemDim1Code || item.lotCode) === fold(text)

/** Whether a column holds, for the most part, what some row of the line's code is told by. */
function holds(lines: string[][], along: number, { items }: Index, told: Told): boolean {
  const known = lines.filter(([code = '']) => items.has(fold(code)))
  const hits = known.filter((line) =>
    items.get(fold(line[0] ?? ''))?.some((row) => told(row, line[along] ?? '')),
  )
  return hits.length > 0 && hits.length * 2 >= known.length
}

/** A line with the rows it stands for; `rank` is how closely it names them: a barcode says more than an item code. */
type Line = { cells: string[]; rows: Row[]; rank: number }

/** Finds the rows of a list's codes, and what goes into their cells. What names a row more closely goes before. */
export function matchList({ lines }: CodedList, uses: Use[], index: Index, takesLots: boolean): Matched {
  const matched: Matched = { entries: [], found: 0, rows: 0, missing: [], doubled: [], lots: 0 }
  const read = lines.map((cells) => ({ cells, ...rowsOfLine(cells, uses, index, takesLots, matched) }))
  const doubled = doubledIn(read, uses)
  const taken = new Set<Row>()
  for (const { cells, rows } of read.toSorted((a, b) => b.rank - a.rank)) {
    if (rows.length === 0 || doubled.has(cells[0] ?? '')) continue
    matched.found += 1
    for (const row of rows) {
      if (taken.has(row)) continue
      taken.add(row)
      for (const [along, use] of uses.entries()) {
        const text = cells[along + 1] ?? ''
        // An empty cell of a list says nothing: it takes no price away.
        if (use.kind === 'cell' && text !== '') matched.entries.push({ row, column: use.column, text })
      }
    }
  }
  return { ...matched, rows: taken.size, doubled: [...doubled] }
}

/** Codes of lines that name a row equally closely, and say different things of it. */
function doubledIn(lines: Line[], uses: Use[]): Set<string> {
  const said = new Map<Row, { rank: number; values: string }[]>()
  const doubled = new Set<string>()
  for (const { cells, rows, rank } of lines) {
    const values = cells
      .slice(1)
      .filter((_, along) => uses[along]?.kind === 'cell')
      .join('\t')
    for (const row of rows) {
      const before = said.get(row) ?? []
      if (before.some((one) => one.rank === rank && one.values !== values)) doubled.add(cells[0] ?? '')
      said.set(row, [...before, { rank, values }])
    }
  }
  return doubled
}

function rowsOfLine(
  line: string[],
  uses: Use[],
  { barcodes, items }: Index,
  takesLots: boolean,
  matched: Matched,
): Omit<Line, 'cells'> {
  const [code = ''] = line
  const one = barcodes.get(fold(code))
  if (one) return { rows: [one], rank: 3 }
  const told = (kind: 'color' | 'size', is: Told) => {
    const along = uses.findIndex((use) => use.kind === kind)
    const text = along < 0 ? '' : (line[along + 1] ?? '')
    return { isSaid: text !== '', fits: (row: Row) => text === '' || is(row, text) }
  }
  const [color, size] = [told('color', isColor), told('size', isSize)]
  const rank = size.isSaid ? 2 : color.isSaid ? 1 : 0
  const rows = (items.get(fold(code)) ?? []).filter((row) => color.fits(row) && size.fits(row))
  if (rows.length === 0) matched.missing.push(line.slice(0, 3).join(' ').trim())
  const sizes = rows.filter(({ item }) => !item.lotCode)
  if (size.isSaid || sizes.length === 0 || takesLots) return { rows, rank }
  matched.lots += rows.length - sizes.length
  return { rows: sizes, rank }
}
