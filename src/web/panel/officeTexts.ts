import { laterTexts } from '#web/laterTexts.ts'

/** The texts of all pages but the first. */
export const loadOfficeTexts = laterTexts({
  tr: () => import('virtual:catalogue/office/tr'),
  en: () => import('virtual:catalogue/office/en'),
  ru: () => import('virtual:catalogue/office/ru'),
  it: () => import('virtual:catalogue/office/it'),
  fr: () => import('virtual:catalogue/office/fr'),
  ro: () => import('virtual:catalogue/office/ro'),
  ar: () => import('virtual:catalogue/office/ar'),
})

/** A part after its texts: columns are named while it loads. */
export async function withTexts<Module>(part: () => Promise<Module>): Promise<Module> {
  await loadOfficeTexts()
  return part()
}
