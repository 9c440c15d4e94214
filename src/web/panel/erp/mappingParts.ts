import { type LinePart, lineParts, type OrderPart, orderParts } from '#shared/erp/fieldPattern.ts'
import { t } from '#web/i18n.ts'

type Part = OrderPart | LinePart

const isPart = (name: string | undefined): name is Part =>
  [...orderParts, ...lineParts].some((one) => one === name)

/** What a part of a pattern is to whoever reads it; undefined where there is none of the name. */
export function partLabel(name: string | undefined): string | undefined {
  return isPart(name) ? t(`panel.erp.mapPart.${name}`) : undefined
}

const choice = (part: Part) => ({ value: part, label: t(`panel.erp.mapPart.${part}`) })

/** The parts that can be put into a pattern; those of lines only where it is filled for each line. */
export function partChoices(isForLines: boolean) {
  const ofOrder = { group: t('panel.erp.map.ofOrder'), items: orderParts.map(choice) }
  return isForLines
    ? [{ group: t('panel.erp.map.ofLine'), items: lineParts.map(choice) }, ofOrder]
    : [ofOrder]
}
