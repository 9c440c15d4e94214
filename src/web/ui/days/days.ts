import type { Language } from '#shared/tenancy.ts'
import { latinDigits } from '#shared/text/text.ts'

/** ISO date: 2026-05-31. */
export type Day = string

/** Day first in all our languages. */
export function formatDay(day: Day, language: Language): string {
  const [year, month, date] = day.split('-')
  return [date, month, year].join(separators[language])
}

const separators: Record<Language, string> = {
  tr: '.',
  en: '/',
  ru: '.',
  it: '/',
  fr: '/',
  ro: '.',
  ar: '/',
}

/**
 * Parses 31.05.2026, 31/5/26, 31 5, 31052026 or 2026-05-31, also with Arabic digits. The year defaults to
 * this one. Undefined outside 2000–2099.
 */
export function readDay(text: string, today: Date): Day | undefined {
  const digits = latinDigits(text)
    // Direction marks copied from Arabic text.
    .replace(/[\u200e\u200f\u061c]/g, '')
    .trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(digits)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const typed =
    /^(\d{1,2})[\s./-]+(\d{1,2})(?:[\s./-]+(\d{4}|\d{2}))?[\s./-]*$/.exec(digits) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(digits)
  if (!typed) return undefined
  const year = typed[3] ? Number(typed[3]) : today.getFullYear()
  return dayOf(year < 100 ? 2000 + year : year, Number(typed[2]), Number(typed[1]))
}

/** Not while a year is being typed: 20 is not yet 2026. */
export const isCompleteDay = (text: string): boolean =>
  /^\d{8}$|[\s./-]\d{4}\D*$|^\d{4}-\d{1,2}-\d{2}$/.test(text.trim())

function dayOf(year: number, month: number, date: number): Day | undefined {
  const day = new Date(Date.UTC(year, month - 1, date))
  const isRealDate = day.getUTCMonth() === month - 1 && day.getUTCDate() === date
  return isRealDate && year >= 2000 && year <= 2099 ? day.toISOString().slice(0, 10) : undefined
}

/** Both ends included. */
export type DayRange = { from: Day | undefined; to: Day | undefined }

/** In the browser's time zone. */
export function dayAt(moment: Date): Day {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`
}
