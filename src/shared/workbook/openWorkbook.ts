import { type ArchiveEntry, readArchive } from './archive.ts'
import { WorkbookFault, type WorkbookFaultCode, type WorkbookLimits, workbookLimits } from './fault.ts'
import { type CellContext, type SheetRow, sheetReader, unescapeText } from './sheet.ts'
import { stylesReader } from './styles.ts'
import { attributeOf, type XmlListener, xmlReader } from './xml.ts'

/** Decompresses and decodes UTF-8, in pieces. Different on server and browser. */
export type UnpackText = (entry: ArchiveEntry) => AsyncIterable<string>

export type Sheet = {
  name: string
  isHidden: boolean
  /** Non-empty rows, read on demand. */
  rows: () => AsyncGenerator<SheetRow>
  /** From the sheet's dimension, else 0; known once reading has begun. */
  lastRow: () => number
}

/**
 * Streams an .xlsx workbook: memory holds the packed file, the shared strings and a piece of a sheet.
 * @throws WorkbookFault also while reading rows
 */
export async function openWorkbook(
  bytes: Uint8Array,
  unpackText: UnpackText,
  limits: WorkbookLimits = workbookLimits,
): Promise<Sheet[]> {
  if (bytes.byteLength > limits.packedBytes) throw new WorkbookFault('tooLarge', 'packed')
  const entries = readArchive(bytes, limits.archiveEntries)
  let unpacked = 0
  async function* pieces(path: string): AsyncGenerator<string> {
    const entry = entries.get(path)
    if (!entry) return
    for await (const piece of unpackText(entry)) {
      unpacked += piece.length
      if (unpacked > limits.unpackedCharacters) throw new WorkbookFault('tooLarge', 'unpacked')
      yield piece
    }
  }
  const read = async (path: string, listener: XmlListener) => {
    const xml = xmlReader(listener)
    for await (const piece of pieces(path)) xml.write(piece)
  }

  const workbookPath = await readRelations('', read).then(
    (relations) => relations.find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml',
  )
  if (!entries.has(workbookPath)) throw new WorkbookFault(otherProgramOf([...entries.keys()]), 'no workbook')
  const relations = await readRelations(workbookPath, read)
  const { sheets, epoch } = await readSheetNames(workbookPath, read)
  const pathOf = (wanted: string) => relations.find(({ type }) => type === wanted)?.path ?? ''
  const { listener, formats } = stylesReader()
  await read(pathOf('styles'), listener)
  const sharedStrings = await readSharedStrings(pathOf('sharedStrings'), read, limits)
  const context: CellContext = { sharedStrings, formats, epoch }
  const totals = { rows: 0, cells: 0 }

  return sheets.flatMap(({ name, isHidden, relationId }) => {
    const relation = relations.find(({ id }) => id === relationId)
    // For example a chart.
    if (relation?.type !== 'worksheet') return []
    let lastRow = 0
    async function* rows(path: string): AsyncGenerator<SheetRow> {
      const reader = sheetReader(context, limits, totals)
      const xml = xmlReader(reader.listener)
      for await (const piece of pieces(path)) {
        xml.write(piece)
        lastRow = reader.lastRow
        yield* reader.rows.splice(0)
        if (reader.isOver) return
      }
      throw new WorkbookFault('broken', 'a sheet that does not end')
    }
    return [{ name, isHidden, rows: () => rows(relation.path), lastRow: () => lastRow }]
  })
}

/** Those that are not hidden; all, if none else is there. */
export function visibleSheets(sheets: Sheet[]): Sheet[] {
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  return visible.length > 0 ? visible : sheets
}

/** Whose spreadsheet an archive is, by its entries. */
function otherProgramOf(names: string[]): WorkbookFaultCode {
  if (names.includes('mimetype') && names.includes('content.xml')) return 'openDocument'
  // A file of today, one of a package, and one of the first versions.
  return names.some((name) => /(?:^|\/)index(?:\/document\.iwa|\.zip|\.apxl)$/.test(name))
    ? 'numbers'
    : 'broken'
}

type Read = (path: string, listener: XmlListener) => Promise<void>
type Relation = { id: string; type: string; path: string }

/** '' for the package itself. */
async function readRelations(from: string, read: Read): Promise<Relation[]> {
  const folder = from.slice(0, from.lastIndexOf('/') + 1)
  const relations: Relation[] = []
  await read(`${folder}_rels/${from.slice(folder.length)}.rels`, {
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      const target = attributeOf(attributes, 'Target') ?? ''
      relations.push({
        id: attributeOf(attributes, 'Id') ?? '',
        type: (attributeOf(attributes, 'Type') ?? '').split('/').at(-1) ?? '',
        path: resolvePath(folder, target),
      })
    },
    close: () => {},
  })
  return relations
}

function resolvePath(folder: string, target: string): string {
  const names: string[] = []
  for (const name of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return names.join('/').toLowerCase()
}

async function readSheetNames(path: string, read: Read) {
  const sheets: { name: string; isHidden: boolean; relationId: string }[] = []
  let epoch: CellContext['epoch'] = 1900
  await read(path, {
    open: (name, attributes) => {
      if (name === 'sheet') {
        const relationId = attributeOf(attributes, 'id') ?? ''
        const isHidden = (attributeOf(attributes, 'state') ?? 'visible') !== 'visible'
        sheets.push({ name: attributeOf(attributes, 'name') ?? '', isHidden, relationId })
      } else if (name === 'workbookPr' && /^(?:1|true)$/.test(attributeOf(attributes, 'date1904') ?? '')) {
        epoch = 1904
      }
    },
    close: () => {},
  })
  return { sheets, epoch }
}

async function readSharedStrings(path: string, read: Read, limits: WorkbookLimits): Promise<string[]> {
  const strings: string[] = []
  let characters = 0
  let text = ''
  let isText = false
  let phonetics = 0
  await read(path, {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') phonetics += 1
      else if (name === 't') isText = phonetics === 0
    },
    text: (piece) => {
      if (isText) text += piece
      if (text.length > limits.sharedCharacters) throw new WorkbookFault('tooLarge', 'a shared text')
    },
    close: (name) => {
      if (name === 't') isText = false
      else if (name === 'rPh') phonetics -= 1
      else if (name === 'si') {
        characters += text.length
        if (strings.length >= limits.sharedStrings || characters > limits.sharedCharacters) {
          throw new WorkbookFault('tooLarge', 'shared texts')
        }
        strings.push(unescapeText(text))
      }
    },
  })
  return strings
}
