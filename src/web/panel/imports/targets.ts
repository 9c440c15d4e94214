import { plainTargets } from '#shared/importTerms.ts'
import { attributeLabel } from '#web/attributes.ts'
import { t } from '#web/i18n.ts'

const attributes = Array.from({ length: 10 }, (_, index) => `attribute${String(index + 1).padStart(2, '0')}`)

const named = [...plainTargets, 'color', 'sortOrder'] as const

/** What people call a field of an import: `priceCB` is the price of group CB, `attribute03` the third attribute. */
export function targetName(target: string): string {
  const [, kind, more = ''] = /^(price|currency|attribute)(.*)$/.exec(target) ?? []
  const label = kind === 'attribute' ? attributeLabel(target) : undefined
  if (label) return `${label} (${t('panel.import.column.attribute')} ${more})`
  if (kind === 'price' || kind === 'currency' || kind === 'attribute') {
    return more ? `${t(`panel.import.column.${kind}`)} ${more}` : t(`panel.import.column.${kind}`)
  }
  const plain = named.find((name) => name === target)
  return plain ? t(`panel.import.column.${plain}`) : target
}

/** The price groups of what columns are read as, of `priceTF` TF. */
export function groupsOf(targets: readonly string[]): string[] {
  return targets.flatMap((target) => /^(?:price|currency)(.+)$/.exec(target)?.[1] ?? [])
}

/** All that a column can be, for a field to choose from. */
export function targetOptions(priceGroups: readonly string[]): { value: string; label: string }[] {
  const targets = [
    'itemCode',
    'itemDescription',
    'color',
    'colorCode',
    'colorDescription',
    'itemDim1Code',
    'barcode',
    'inventory',
    'price',
    ...priceGroups.map((group) => `price${group}`),
    'currency',
    ...priceGroups.map((group) => `currency${group}`),
    'brandName',
    'categoryName',
    'lotCode',
    'lotDescription',
    'piecesPerLot',
    'photos',
    ...attributes,
  ]
  return targets.map((value) => ({ value, label: targetName(value) }))
}
