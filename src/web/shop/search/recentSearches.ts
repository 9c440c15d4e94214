import { readOwn, writeOwn } from '../ownStorage.ts'

const name = 'searches'
const most = 10

/** What this user has searched for here, the last first. */
export const readSearches = (): string[] => readOwn(name, (value) => typeof value === 'string')

export const forgetSearches = () => writeOwn(name, [])

export function rememberSearch(text: string): void {
  const others = readSearches().filter((one) => one !== text)
  writeOwn(name, [text, ...others].slice(0, most))
}
