import type { Product } from '#shared/catalogue.ts'
import { readOwn, writeOwn } from '../ownStorage.ts'

/** A product that was looked at. `productId` is one of its sizes or lots, by which it is asked for again. */
export type Seen = { itemCode: string; colorCode: string; productId: string }

const name = 'seen'
const most = 24

const isSeen = (value: unknown): value is Seen =>
  typeof value === 'object' &&
  value !== null &&
  ['itemCode', 'colorCode', 'productId'].every(
    (key) => typeof (value as Record<string, unknown>)[key] === 'string',
  )

/** What this user has looked at here, newest first. */
export const readSeen = (): Seen[] => readOwn(name, isSeen)

export const forgetSeen = () => writeOwn(name, [])

/** To be called when the sizes, the details, the photos or the page of a product are opened. */
export function rememberSeen({ itemCode, colorCode, items }: Product): void {
  const productId = items[0]?.productId
  if (!productId) return
  const others = readSeen().filter((one) => one.itemCode !== itemCode || one.colorCode !== colorCode)
  writeOwn(name, [{ itemCode, colorCode, productId }, ...others].slice(0, most))
}
