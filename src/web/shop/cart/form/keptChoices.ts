import { readOwn, writeOwn } from '../../ownStorage.ts'

type Agent = { salesPersonCode: string; firstLastName: string }
type Branch = { subCurrAccId: string; subCurrAccCode: string; companyName: string }
/** A customer's agents and branches. */
type Choices = { agents?: Agent[]; branches?: Branch[] }
type Kept = Choices & { account: string }

const maxAccounts = 20
/** More would take up storage that the carts need. */
const maxChoices = 200

const isKept = (value: unknown): value is Kept => {
  const { account, agents, branches } = (value ?? {}) as Partial<Kept>
  return typeof account === 'string' && [agents, branches].every((list) => Array.isArray(list ?? []))
}

const readKept = (account: string) => readOwn('orderChoices', isKept).find((one) => one.account === account)

/** The choices as last known, to order from a page opened without a connection. */
export const keptChoices = (account: string): Choices => readKept(account) ?? {}

export function keepChoices(account: string, choices: Choices): void {
  const isTooLong = Object.values(choices).some((list) => list.length > maxChoices)
  if (isTooLong) return
  const others = readOwn('orderChoices', isKept).filter((one) => one.account !== account)
  writeOwn('orderChoices', [{ ...readKept(account), ...choices, account }, ...others].slice(0, maxAccounts))
}
