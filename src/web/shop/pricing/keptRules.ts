import { readOwn, writeOwn } from '../ownStorage.ts'
import type { BuyerRules } from './rules.ts'

type Kept = { buyer: string; code: string; given: BuyerRules }

const maxBuyers = 5
/** More would take the carts' room. */
const maxRules = 300

const isKept = (value: unknown): value is Kept => {
  const { given } = (value ?? {}) as Partial<Kept>
  return Array.isArray(given?.rules) && Array.isArray(given.quantities)
}

/** The rules of a buyer as last known, for a page opened without a connection. */
export const keptRules = (buyer: string, code: string): BuyerRules | undefined =>
  readOwn('pricing', isKept).find((one) => one.buyer === buyer && one.code === code)?.given

export function keepRules(buyer: string, code: string, given: BuyerRules): void {
  const others = readOwn('pricing', isKept).filter((one) => one.buyer !== buyer || one.code !== code)
  const kept = given.rules.length > maxRules ? [] : [{ buyer, code, given }]
  writeOwn('pricing', [...kept, ...others].slice(0, maxBuyers))
}
