import type { MessageKey } from '#shared/i18n/keys.ts'
import { currencyUnit } from '#shared/numbers/currencySigns.ts'
import {
  factorUnit,
  type NumberReading,
  percentUnit,
  readNumber,
  readNumberWith,
} from '#shared/numbers/readNumber.ts'
import { amountText, countText, numberText, typedText } from '#web/numberText.ts'

type Kind = {
  maxDecimals: number
  /** May stand beside the number in a text. */
  unit?: RegExp
  /** Why more decimals than these are refused. */
  tooManyDecimals: MessageKey
  /** How a number is shown while nobody types, and while somebody does. */
  shown: (number: number, locale: string) => string
  typed: (number: number, locale: string) => string
}

const whole: Kind = { maxDecimals: 0, tooManyDecimals: 'field.wholeNumber', shown: countText, typed: String }
const upToTwo = { maxDecimals: 2, tooManyDecimals: 'field.decimals' } as const
const upToSix = {
  maxDecimals: 6,
  tooManyDecimals: 'field.sixDecimals',
  shown: (number: number, locale: string) => numberText(number, locale, 6),
  typed: typedText,
} as const

/** What a number field may hold. A port names something, and is not grouped. */
export const numberKinds = {
  whole,
  port: { ...whole, shown: String },
  amount: {
    ...upToTwo,
    unit: currencyUnit,
    shown: amountText,
    typed: (number, locale) => typedText(number.toFixed(2), locale),
  },
  percent: { ...upToTwo, unit: percentUnit, shown: numberText, typed: typedText },
  rate: { ...upToSix, unit: currencyUnit },
  factor: { ...upToSix, unit: factorUnit },
} satisfies Record<string, Kind>
export type NumberKind = keyof typeof numberKinds

export type Limits = { min: number; max: number }
export const defaultLimits: Limits = { min: 0, max: Number.MAX_SAFE_INTEGER }

/** `choices`: what the text may mean, if that is to be asked. `limit` belongs to the problem's text. */
export type FieldReading = { number: number } | { problem: MessageKey; choices: number[]; limit?: number }

/** The number that a field takes from a text, or why it takes none. */
export function readField(kind: NumberKind, text: string, limits = defaultLimits): FieldReading {
  const { unit, maxDecimals }: Kind = numberKinds[kind]
  const readings = unit ? readNumberWith(unit, text) : readNumber(text)
  const judged = readings.map((reading) => judge(kind, reading, limits))
  const choices = judged.flatMap((one) => ('number' in one ? [one.number] : []))
  if (readings.length > 1 && choices.length > 0)
    return { problem: maxDecimals > 0 ? 'field.ambiguous' : 'panel.import.reason.ambiguousNumber', choices }
  return judged.at(-1) ?? { problem: 'field.invalid', choices: [] }
}

/** Whether a field takes a number that was not typed into it. */
export const judgeNumber = (kind: NumberKind, number: number, limits: Limits): FieldReading =>
  judge(kind, { number, decimals: String(number).split('.')[1]?.length ?? 0 }, limits)

function judge(kind: NumberKind, { number, decimals }: NumberReading, { min, max }: Limits): FieldReading {
  const { maxDecimals, tooManyDecimals } = numberKinds[kind]
  if (decimals > maxDecimals) return { problem: tooManyDecimals, choices: [] }
  if (number < min) return { problem: 'field.tooSmall', choices: [], limit: min }
  if (number > max) return { problem: 'field.tooBig', choices: [], limit: max }
  return { number }
}
