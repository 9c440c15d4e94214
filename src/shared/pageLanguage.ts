import type { Language } from './tenancy.ts'

/** The language of a page: the chosen one where the tenant offers it, else Turkish, else the tenant's first. */
export function pageLanguage(offered: Language[], chosen: string | null | undefined): Language {
  return offered.find((one) => one === chosen) ?? offered.find((one) => one === 'tr') ?? offered[0] ?? 'tr'
}
