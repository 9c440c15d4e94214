import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { Refusal } from '#shared/errors.ts'
import type { PlaceOrderInput } from '#shared/orders.ts'

const readParties = prepared(`
  select a.description as customer, g.id as "agentId", g.name as agent, s.id as "subAccountId",
         coalesce(s.company_name, '') as branch, array[a.email, g.email, $8::text]
           || array(select u.email from users u where u.tenant_id = $1 and u.id = any ($7::uuid[])) as addresses
  from accounts a
  left join agents g on g.tenant_id = $1 and g.code = $3
                    and (g.is_active and g.deleted_at is null or g.id = $5::uuid)
  left join sub_accounts s on s.tenant_id = $1 and s.account_id = $2 and s.id = $4::uuid
                          and (s.deleted_at is null or s.id = $6::uuid)
  where a.tenant_id = $1 and a.id = $2`)

/** Whom an order concerns. addresses are e-mail addresses of all of them, '' or null where there is none. */
export type Parties = {
  customer: string
  agentId: string
  agent: string
  subAccountId: string | null
  branch: string
  addresses: (string | null)[]
}

type Asked = {
  input: Pick<PlaceOrderInput, 'salesPersonCode' | 'subCurrAccId'>
  accountId: string
  /** Customers who order, or have ordered what is amended: they are told as well as their account. */
  buyerIds: (string | null)[]
  /** Of a guest; '' for none. */
  guestEmail?: string
  /** Those of the order that is amended: they may stay, though they could not be chosen any more. */
  before?: { agentId: string; subAccountId: string | null }
}

/** The account's name, the agent and the branch of an order. Refuses with `notFound` where one is not to be had. */
export async function findParties(
  tx: Tx,
  { input, accountId, buyerIds, guestEmail, before }: Asked,
): Promise<Parties> {
  const { salesPersonCode, subCurrAccId } = input
  const [found] = await tx.query<Parties | (Omit<Parties, 'agentId'> & { agentId: null })>(
    readParties,
    accountId,
    salesPersonCode,
    subCurrAccId ?? null,
    before?.agentId ?? null,
    before?.subAccountId ?? null,
    buyerIds,
    guestEmail ?? null,
  )
  if (!found || found.agentId === null || (subCurrAccId && !found.subAccountId)) throw new Refusal('notFound')
  return found
}
