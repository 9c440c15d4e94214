import type { UserInfo } from '#shared/users/account.ts'
import type { Cart } from '../stored/cart.ts'

type Agent = { salesPersonCode: string }

/**
 * The order's sales agent: the chosen one, if the customer or the amended order has it; else the user's own or the
 * customer's first. As chosen while `agents` are not loaded.
 */
export function agentOf(
  { salesPersonCode: chosen, editing }: Pick<Cart, 'salesPersonCode' | 'editing'>,
  { user, account, agents }: { user: UserInfo | undefined; account: string; agents: Agent[] | undefined },
): string {
  const isOffered = agents?.some((one) => one.salesPersonCode === chosen) ?? true
  if (isOffered || (chosen && chosen === editing?.said.salesPersonCode)) return chosen
  return user?.salesPersonCode ?? (account ? agents?.[0]?.salesPersonCode : undefined) ?? chosen
}
