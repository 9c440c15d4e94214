import type { Questions } from '#server/tableFiles/questions.ts'
import type { WrittenPrice } from '#server/tableFiles/values.ts'
import { type Minor, minor, toMinor } from '#shared/numbers/money.ts'
import type { Columns } from './columns.ts'

export type StoredPrice = {
  /** Null: no price. */
  amount: Minor | null
  /** Null: that of the stored price, else the shop's. */
  currency: string | null
}

type Given = {
  /** The currency that its column or heading names, or that was chosen for the file; null for none. */
  named: string | null
  isFreeSample: boolean
  value: string
}

/** A price as it is stored, by what was answered of its column. Undefined if it has too many decimals. */
export function storedPrice(
  written: WrittenPrice | null,
  { name, taxPercent }: Pick<Columns['prices'][number], 'name' | 'taxPercent'>,
  { named, isFreeSample, value }: Given,
  questions: Questions,
): StoredPrice | undefined {
  if (!written) return { amount: null, currency: named }
  const isOther = written.currency !== undefined && named !== null && written.currency !== named
  const isNamed = isOther && questions.ask('otherCurrency', name, value) === 'column'
  const currency = isNamed ? named : (written.currency ?? named)
  const hasRest = taxPercent === undefined && written.decimals > 2
  if (hasRest && questions.ask('decimals', name, value) !== 'round') return undefined
  const amount = toMinor(written.number / (1 + (taxPercent ?? 0) / 100))
  if (amount !== 0 || isFreeSample) return { amount, currency }
  const isLeftOut = questions.ask('zeroPrice', name, value) === 'leaveOut'
  return { amount: isLeftOut ? null : minor(0), currency }
}
