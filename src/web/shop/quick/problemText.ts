import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { JudgedLine } from './checkedLines.ts'

/** Of a line whose own row has no code, which one it has been given. */
export const codeFromAbove = ({ code }: JudgedLine) =>
  t('ordering.quick.codeFromAbove', { code: `\u2068${code}\u2069` })

/** What is wrong with a line, in words; '' where nothing is. */
export function problemText({ problem, left, candidates }: JudgedLine): string {
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
