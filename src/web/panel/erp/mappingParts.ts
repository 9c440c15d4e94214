import { type LinePart, lineParts, type OrderPart, orderParts } from '#shared/erp/fieldPattern.ts'
import { t } from '#web/i18n.ts'

type Part = OrderPart | LinePart

const isPart = (name: string | undefined): name is Part =>
  [...orderParts, ...lineParts].some((part) => part === name)

/** Undefined for unknown names. */
export function partLabel(name: string | undefined): string | undefined {
  return isPart(name) ? t(`panel.erp.mapPart.${name}`) : undefined
}

const choice = (part: Part) => ({ value: part, label: t(`panel.erp.mapPart.${part}`) })

/** Line parts are only offered for line patterns. */
export function partChoices(isForLines: boolean) {
  const orderGroup = { group: t('panel.erp.map.ofOrder'), items: orderParts.map(choice) }
  return isForLines
    ? [{ group: t('panel.erp.map.ofLine'), items: lineParts.map(choice) }, orderGroup]
    : [orderGroup]
}
