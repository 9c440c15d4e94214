import type { Language } from '#shared/tenancy.ts'

/** Each in its own language. */
export const languageNames: Record<Language, string> = {
  tr: 'Türkçe',
  en: 'English',
  ru: 'Русский',
  it: 'Italiano',
  fr: 'Français',
  ro: 'Română',
  ar: 'العربية',
}
