import { language } from './i18n.ts'
import { settings } from './settings.ts'

/** The attributes that the tenant has named, in its order, each as it is called here. */
export const namedAttributes = (settings.attributes ?? []).flatMap(({ name, names }) => {
  const label = names[language] ?? names[settings.languages[0] ?? language]
  return label ? [{ name, label }] : []
})

/** What an attribute is called; undefined where the tenant has not named it. */
export const attributeLabel = (name: string): string | undefined =>
  namedAttributes.find((one) => one.name === name)?.label
