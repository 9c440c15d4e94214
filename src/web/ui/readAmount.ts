import { latinDigits } from '#shared/text.ts'

/** `field.ambiguous`: the only separator may group or mark decimals. */
export type ReadAmount =
  | { amount: number }
  | { problem: 'field.invalid' | 'field.decimals' | 'field.ambiguous' }

/** Parses 1234,5 · 1.234,50 · 1,234.50 · ₺ 12 · ١٢. A single separator before three digits is ambiguous. */
export function readAmount(text: string): ReadAmount {
  const plain = latinDigits(text)
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace(/^(?:TL|TRY|USD|EUR|[₺$€])|(?:TL|TRY|USD|EUR|[₺$€])$/gi, '')
    .replace(/\u066b/g, ',')
    .replace(/\u066c/g, '.')
  const [, whole = '', decimal, fraction = ''] =
    /^(\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+|\d+)(?:([.,])(\d*))?$/.exec(plain) ?? []
  const grouping = /[.,]/.exec(whole)?.[0]
  if (!whole || (grouping && grouping === decimal)) return { problem: 'field.invalid' }
  if (grouping && !decimal && whole.length <= 7 && !whole.startsWith('0'))
    return { problem: 'field.ambiguous' }
  if (grouping && !decimal && whole.startsWith('0')) return { problem: 'field.decimals' }
  if (fraction.replace(/0+$/, '').length > 2) return { problem: 'field.decimals' }
  return { amount: Number(`${whole.replace(/[.,]/g, '')}.${fraction || '0'}`) }
}
