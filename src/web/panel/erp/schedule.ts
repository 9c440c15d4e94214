import { t } from '#web/i18n.ts'

const usual = [0, 5, 15, 30, 60, 240, 720, 1440]

/** How many minutes there can be between two times; what was chosen before is among them. */
export function offeredMinutes(chosen: number): number[] {
  return [...new Set([...usual, chosen])].toSorted((one, other) => one - other)
}

/** How often it is, in words. */
export function everyText(minutes: number): string {
  if (minutes === 0) return t('panel.erp.every.never')
  if (minutes === 1440) return t('panel.erp.every.day')
  if (minutes % 60 === 0) return t('panel.erp.every.hours', { count: minutes / 60 })
  return t('panel.erp.every.minutes', { count: minutes })
}
