import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { ResolvedLine } from './resolvedLines.ts'

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
