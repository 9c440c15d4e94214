import { t } from '#web/i18n.ts'

const commonMinutes = [0, 5, 15, 30, 60, 240, 720, 1440]

/** Interval choices in minutes, including the current one. */
export function minuteChoices(chosen: number): number[] {
  return [...new Set([...commonMinutes, chosen])].toSorted((a, b) => a - b)
}

export function everyText(minutes: number): string {
  if (minutes === 0) return t('panel.erp.every.never')
  if (minutes === 1440) return t('panel.erp.every.day')
  if (minutes % 60 === 0) return t('panel.erp.every.hours', { count: minutes / 60 })
  return t('panel.erp.every.minutes', { count: minutes })
}
