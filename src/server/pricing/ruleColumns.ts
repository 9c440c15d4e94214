import type { ExportColumn, Voice } from '#server/exports/columns.ts'
import { decimalPoint } from '#server/exports/csv.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'

type RuleCell<Rule> = (rule: Rule, voice: Voice) => string | number | undefined
/** What a file says of a rule, by column, and the column's width in characters. */
export type RuleCells<Field extends string, Rule> = Record<Field, [cell: RuleCell<Rule>, width: number]>

/** What both kinds of rule have. Whom and what a rule is for is in the cells that are filled in. */
type AnyRow = {
  id: string
  target: string
  priceGroup?: string | undefined
  currAccCode?: string | undefined
  accountName?: string | undefined
  brandName?: string | undefined
  itemCode?: string | undefined
  isActive: boolean
}
export const commonCells = {
  priceGroup: [({ priceGroup }) => priceGroup, 14],
  currAccCode: [({ currAccCode }) => currAccCode, 16],
  accountName: [({ accountName }) => accountName, 30],
  brandName: [
    ({ target, brandName }, { say }) => (target === 'brand' ? (brandName ?? say('panel.price.gone')) : ''),
    24,
  ],
  itemCode: [({ itemCode }) => itemCode, 16],
  isActive: [({ isActive }, voice) => yesOrNo(isActive, voice), 14],
  id: [({ id }) => id, 38],
} satisfies RuleCells<string, AnyRow>

/** The columns of an exported file, and `cellOf`: what it says of a rule in one of them, '' for nothing. */
export function ruleColumns<Field extends string, Rule>(
  names: Record<Field, MessageKey>,
  cells: RuleCells<Field, Rule>,
  dayOf?: (field: Field) => ((rule: Rule) => string | undefined) | undefined,
) {
  const fields = Object.keys(names) as Field[]
  return {
    fields,
    columns: fields.map((field): ExportColumn<Rule> => {
      const [value, width] = cells[field]
      const day = dayOf?.(field)
      return day
        ? { name: names[field], kind: 'day', value: day, width }
        : { name: names[field], kind: 'mixed', value, width }
    }),
    cellOf: (field: Field, rule: Rule, voice: Voice): string => {
      const value = cells[field][0](rule, voice) ?? ''
      return typeof value === 'number' ? numberText(value, voice) : value
    },
  }
}

export const numberText = (value: number, { language }: Voice) =>
  String(value).replace('.', decimalPoint(language))

export const yesOrNo = (value: boolean, { say }: Voice) =>
  say(value ? 'panel.changes.yes' : 'panel.changes.no')
