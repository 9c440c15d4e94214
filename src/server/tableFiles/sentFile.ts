import { cutText, storableText } from '#server/db/storable.ts'
import type { SentFile } from '#server/files/sentFiles.ts'
import type { SignedIn } from '#server/http/http.ts'
import { translate } from '#server/i18n.ts'
import { Refusal } from '#shared/errors.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { type FileProblem, maxShownRows } from '#shared/imports/fileTrial.ts'
import type { Language } from '#shared/tenancy.ts'
import { type BadReason, badReasons, ImportProblem, type ImportWarning } from './report.ts'
import type { RowProblem } from './sheet.ts'
import { type FileReader, withRead } from './thread.ts'

type Sent = { files: readonly SentFile[] }

/** The one file that a call was sent. Refuses with `request.invalid` or `request.tooLarge`. */
export function sentFile({ files: [sent] }: Sent): SentFile {
  if (!sent) throw new Refusal('request.invalid')
  if (sent.isTooLarge) throw new Refusal('request.tooLarge')
  return sent
}

/** Reads the file that a call was sent, and uses it. Refuses with `import.unreadable`, or if too many are being read. */
export function withSentFile<Task extends { file: string }, Result extends object, T>(
  call: Sent & Pick<SignedIn, 'tenant' | 'language'>,
  reader: FileReader<Task, Result>,
  task: Omit<Task, 'file'>,
  use: (file: Result) => T | Promise<T>,
): Promise<T> {
  const { path: file } = sentFile(call)
  return readable(call.language, withRead(call.tenant.id, reader, { file, ...task } as Task, use))
}

/** Refuses with `import.unreadable` where the work finds that a file cannot be read. */
export async function readable<T>(language: Language, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error
    throw unreadable(language, `panel.import.problem.${error.code}` as MessageKey, { value: error.value })
  }
}

/** The refusal with the problem in the user's language. */
export function unreadable(language: Language, key: MessageKey, values: Record<string, unknown>): Refusal {
  return new Refusal('import.unreadable', { values: { problem: translate(language, key, values) } })
}

/** The first problems, as people read them; `textOf` has the texts of a room's own reasons. */
export function shownProblems<Field extends string, Reason extends string>(
  problems: readonly RowProblem<Field, Reason | BadReason>[],
  language: Language,
  textOf: (reason: Reason, values: Record<string, string | number> | undefined) => string,
): FileProblem<Field>[] {
  return problems.slice(0, maxShownRows).map(({ line, field, reason, values, value }) => ({
    line,
    ...(field ? { field } : {}),
    text:
      reason in badReasons
        ? translate(language, `panel.import.reason.${reason}` as MessageKey)
        : textOf(reason as Reason, values),
    value: cutText(storableText(value), 100),
  }))
}

export const warningText = ({ code, value }: ImportWarning, language: Language): string =>
  translate(language, `panel.import.warning.${code}` as MessageKey, { value })

/** Name of a file, without folders and control characters. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return (
    last
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 200) || '–'
  )
}
