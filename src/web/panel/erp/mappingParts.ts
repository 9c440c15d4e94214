import { type LinePart, lineParts, type OrderPart, orderParts } from '#shared/erp/fieldPattern.ts'
import { defaultColumns } from '#shared/erp/files.ts'
import { t } from '#web/i18n.ts'

export type MappingRow = { name: string; value: string }
const partLabel = (part: OrderPart | LinePart) => t(`panel.erp.mapPart.${part}`)

/** Default columns, with headings in the user's language. */
export const defaultFileColumns = (): MappingRow[] =>
  defaultColumns.map(({ value }) => {
    const [, firstPart = ''] = /\{([\w.]+)\}/.exec(value) ?? []
    return { name: partLabel(firstPart as LinePart), value }
  })

const choicesOf = (parts: readonly (OrderPart | LinePart)[]) =>
  parts.map((part) => ({ value: part, label: partLabel(part) }))
export const orderGroup = { group: t('panel.erp.map.ofOrder'), items: choicesOf(orderParts) }
export const lineGroup = { group: t('panel.erp.map.ofLine'), items: choicesOf(lineParts) }
