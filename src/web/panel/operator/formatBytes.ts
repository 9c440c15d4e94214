import { locale } from '#web/i18n.ts'

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** 1.5 GB; never less than a kilobyte. */
export function formatBytes(bytes: number): string {
  let value = bytes / 1000
  let index = 0
  while (value >= 1000 && index < units.length - 1) {
    value /= 1000
    index += 1
  }
  const unit = units[index] ?? 'kilobyte'
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 100 && index > 0 ? 1 : 0,
  }).format(value)
}
