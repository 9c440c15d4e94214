import { saveFile } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { language, t } from '#web/i18n.ts'
import type { ResolvedLine } from './resolvedLines.ts'
import { csvOf } from './writeCsv.ts'

export const codeFromAbove = ({ code }: ResolvedLine) =>
  t('ordering.quick.codeFromAbove', { code: `\u2068${code}\u2069` })

export function problemText({ problem, left, candidates }: ResolvedLine): string {
  switch (problem) {
    case undefined:
      return ''
    case 'unknown':
    case 'brandExcluded':
    case 'inactive':
    case 'noPrice':
    case 'noStock':
      return t(`ordering.scan.why.${problem}`)
    case 'short':
      return t('ordering.quick.why.short', { left, count: formatCount(left) })
    case 'ambiguous':
      return t(candidates.length > 0 ? 'ordering.quick.why.ambiguous' : 'ordering.quick.why.tooMany')
    case 'notInItem':
      return t(candidates.length > 0 ? 'ordering.quick.why.notInItem' : 'ordering.quick.why.tooMany')
    default:
      return t(`ordering.quick.why.${problem}`)
  }
}

export const heads = () => [
  t('ordering.quick.role.code'),
  t('ordering.quick.role.color'),
  t('ordering.quick.role.size'),
  t('ordering.quick.role.qty'),
]

/** In a layout this page can read again. */
export function saveProblems(lines: ResolvedLine[]): void {
  const rows = lines.map((line) => [
    line.code,
    line.colorCode,
    line.size,
    line.qty,
    problemText(line),
    line.original,
  ])
  const first = [...heads(), t('ordering.quick.problem'), t('ordering.quick.original')]
  saveFile(csvOf([first, ...rows], language), `${t('ordering.quick.problemsFile')}.csv`)
}
