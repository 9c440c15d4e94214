import { readOwn, writeOwn } from '../ownStorage.ts'

const storageName = 'searches'
const maxSearches = 10

/** Newest first. */
export const readSearches = (): string[] => readOwn(storageName, (value) => typeof value === 'string')

export const forgetSearches = () => writeOwn(storageName, [])

export function rememberSearch(text: string): void {
  const others = readSearches().filter((one) => one !== text)
  writeOwn(storageName, [text, ...others].slice(0, maxSearches))
}
