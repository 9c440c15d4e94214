import { language } from './i18n.ts'
import { settings } from './settings.ts'

/** The tenant's named attributes in its order, with translated labels. */
export const namedAttributes = (settings.attributes ?? []).flatMap(({ name, names }) => {
  const label = names[language] ?? names[settings.languages[0] ?? language]
  return label ? [{ name, label }] : []
})

export const attributeLabel = (name: string): string | undefined =>
  namedAttributes.find((one) => one.name === name)?.label
