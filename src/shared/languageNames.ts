import type { Language } from './tenancy.ts'

/** Each language by its own name, which its readers know whatever the page is in. */
export const languageNames: Record<Language, string> = {
  tr: 'Türkçe',
  en: 'English',
  ru: 'Русский',
  it: 'Italiano',
  fr: 'Français',
  ro: 'Română',
  ar: 'العربية',
}
