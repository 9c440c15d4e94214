import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, type Transform } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import iconv from 'iconv-lite'
import { errorCode } from '#server/db/error-code.ts'
import { fileStart } from '#server/files/fileStart.ts'
import { codePageOf } from '#shared/imports/codePage.ts'
import { delimiterOf } from '#shared/imports/delimiter.ts'
import type { ImportEncoding } from '#shared/imports/importTerms.ts'
import type { Language } from '#shared/tenancy.ts'
import { unescapeFormula } from '#shared/text/formulaMark.ts'
import { ImportProblem, messageOf } from './report.ts'
import type { Lines, Row } from './rows.ts'

export type Encoding = ImportEncoding

/** In characters; anything longer is surely an unclosed quote. */
const maxRecordLength = 1_000_000
/** Blank ones too; more than the largest accepted file of 30 bytes a row has. */
const maxLines = 2_500_000
/** As in a workbook. */
const maxColumns = 1000
const headBytes = 64 * 1024

/**
 * Opens a CSV file as a stream, detecting encoding and delimiter. Understands a first line `sep=;`, and the
 * apostrophe by which our exports escape formulas.
 * @throws ImportProblem if it cannot be read; `rows` throws one for an unclosed quote, or too many lines or columns.
 */
export async function openCsv(
  file: string,
  { encoding: given, mainLanguage }: { encoding?: Encoding | undefined; mainLanguage: Language },
): Promise<Lines & { encoding: Encoding }> {
  const encoding = given ?? (await encodingOf(file, mainLanguage))
  const head = iconv.decode(await fileStart(file, headBytes), encoding)
  const separatorLine = /^sep=(.)\r?\n/i.exec(head)
  const delimiter = separatorLine?.[1] ?? delimiterOf(head)
  const total = (await stat(file)).size

  const source = createReadStream(file)
  const parser = parse({
    delimiter,
    bom: true,
    trim: true,
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: maxRecordLength,
    // Each record of another length than the first costs a fault that nobody reads.
    skip_empty_lines: true,
    info: true,
  })
  // The parser's reader gets the errors; this only prevents an unhandled one.
  pipeline(decoded(source, encoding, parser), () => {})
  const records = numbered(parser)
  if (separatorLine) await records.next()
  return {
    encoding,
    rows: records,
    progress: () => ({ done: source.bytesRead, total }),
  }
}

function decoded(source: NodeJS.ReadableStream, encoding: Encoding, parser: Transform) {
  // The parser reads UTF-8 bytes directly.
  return encoding === 'utf8' ? [source, parser] : [source, iconv.decodeStream(encoding), parser]
}

type Parsed = { record: string[]; info: { empty_lines: number } }

async function* numbered(parser: AsyncIterable<Parsed>): AsyncGenerator<Row & { cells: string[] }> {
  let line = 1
  let blank = 0
  try {
    for await (const { record: cells, info } of parser) {
      line += info.empty_lines - blank
      blank = info.empty_lines
      if (line > maxLines) throw new ImportProblem('manyRows')
      if (cells.length > maxColumns) throw new ImportProblem('manyColumns')
      if (cells.some((cell) => cell !== '')) yield { line, cells: cells.map(unescapeFormula) }
      // The parser's count takes \r\n in a quoted cell as two lines.
      line += 1 + breaksIn(cells)
    }
  } catch (error) {
    if (error instanceof ImportProblem) throw error
    const code = error instanceof CsvError ? error.code : undefined
    const openQuote = code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
    throw new ImportProblem(
      'brokenCsv',
      openQuote ? `a quote that opens on line ${line} or soon after is not closed` : messageOf(error),
      error,
    )
  }
}

function breaksIn(cells: string[]): number {
  let count = 0
  for (const cell of cells) {
    if (cell.includes('\n') || cell.includes('\r')) count += (cell.match(/\r\n|\n|\r/g) ?? []).length
  }
  return count
}

/** UTF-8 if the whole file is valid UTF-8, else the code page of what is not. */
export async function encodingOf(file: string, mainLanguage: Language): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let last: Buffer = Buffer.alloc(0)
  try {
    const stream: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: 256 * 1024 })
    for await (const bytes of stream) {
      last = bytes
      decoder.decode(bytes, { stream: true })
    }
    decoder.decode()
    return 'utf8'
  } catch (error) {
    if (errorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      return codePageOf((page) => iconv.decode(last, page), mainLanguage)
    throw new ImportProblem('unreadable', messageOf(error), error)
  }
}
