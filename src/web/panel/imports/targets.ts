import { productTextNames, variantField, variantFileFields } from '#shared/catalogue/catalogueFields.ts'
import { plainTargets, sizeStock, textTargetOf, translatedTargets } from '#shared/imports/importTerms.ts'
import { languages } from '#shared/tenancy.ts'
import { languageNames } from '#shared/text/languageNames.ts'
import { attributeLabel } from '#web/attributes.ts'
import { t } from '#web/i18n.ts'
import { otherLanguages } from '../catalogue/texts/textSearch.ts'

const attributes = Array.from({ length: 10 }, (_, index) => `attribute${String(index + 1).padStart(2, '0')}`)

const labelledTargets = [...plainTargets, 'color', sizeStock, 'sortOrder'] as const

/**
 * Label of a target: `priceCB` is the price of group CB, `attribute03` the third attribute, `itemDescription.it` a name in
 * Italian. Fields of a text are languages.
 */
export function targetName(target: string): string {
  const text = textTargetOf(target)
  if (text) return `${targetName(text.of)}, ${languageNames[text.language]}`
  const language = languages.find((one) => one === target)
  if (language) return languageNames[language]
  const [, kind, suffix = ''] = /^(price|currency|attribute)(.*)$/.exec(target) ?? []
  const label = kind === 'attribute' ? attributeLabel(target) : undefined
  if (label) return `${label} (${t('panel.import.column.attribute')} ${suffix})`
  if (kind === 'price' || kind === 'currency' || kind === 'attribute') {
    return suffix ? `${t(`panel.import.column.${kind}`)} ${suffix}` : t(`panel.import.column.${kind}`)
  }
  const plain = labelledTargets.find((name) => name === target)
  return plain ? t(`panel.import.column.${plain}`) : target
}

/** `priceTF` has group TF. */
export function priceGroupsOf(targets: readonly string[]): string[] {
  return targets.flatMap((target) => /^(?:price|currency)(.+)$/.exec(target)?.[1] ?? [])
}

export function targetOptions(priceGroups: readonly string[]): { value: string; label: string }[] {
  const targets = [
    'itemCode',
    'itemDescription',
    'color',
    'colorCode',
    'colorDescription',
    'itemDim1Code',
    sizeStock,
    ...variantFileFields.filter((name) => !variantField(name).isOfLot),
    'price',
    ...priceGroups.map((group) => `price${group}`),
    'currency',
    ...priceGroups.map((group) => `currency${group}`),
    'brandName',
    'categoryName',
    ...productTextNames,
    'lotCode',
    ...variantFileFields.filter((name) => variantField(name).isOfLot),
    'photos',
    ...attributes,
    ...[...Object.keys(translatedTargets), ...attributes].flatMap((name) =>
      otherLanguages.map((language) => `${name}.${language}`),
    ),
  ]
  return targets.map((value) => ({ value, label: targetName(value) }))
}
