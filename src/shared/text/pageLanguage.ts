import type { Language } from '#shared/tenancy.ts'

/** The chosen one if offered, else Turkish, else the first. */
export function pageLanguage(offered: Language[], chosen: string | null | undefined): Language {
  return offered.find((one) => one === chosen) ?? offered.find((one) => one === 'tr') ?? offered[0] ?? 'tr'
}
