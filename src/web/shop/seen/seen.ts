import type { Product } from '#shared/catalogue/catalogue.ts'
import { readOwn, writeOwn } from '../ownStorage.ts'

/** `productId` is one of its variants, for loading it again. */
export type Seen = { itemCode: string; colorCode: string; productId: string }

const storageName = 'seen'
const maxSeen = 24

const isSeen = (value: unknown): value is Seen =>
  typeof value === 'object' &&
  value !== null &&
  ['itemCode', 'colorCode', 'productId'].every(
    (key) => typeof (value as Record<string, unknown>)[key] === 'string',
  )

/** Newest first. */
export const readSeen = (): Seen[] => readOwn(storageName, isSeen)

export const forgetSeen = () => writeOwn(storageName, [])

/** Call when a product's sizes, details, photos or page open. */
export function rememberSeen({ itemCode, colorCode, items }: Product): void {
  const productId = items[0]?.productId
  if (!productId) return
  const others = readSeen().filter((one) => one.itemCode !== itemCode || one.colorCode !== colorCode)
  writeOwn(storageName, [{ itemCode, colorCode, productId }, ...others].slice(0, maxSeen))
}
