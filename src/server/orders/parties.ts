import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { Refusal } from '#shared/errors.ts'
import type { PlaceOrderInput } from '#shared/orders.ts'
import type { Language } from '#shared/tenancy.ts'

/** SQL: a user's language; for the caller that of the call ($10). */
const languageOf = (user: string) =>
  `case when ${user}.id = $9::uuid then $10::text else ${user}.language end`

/** SQL: the language of an account or agent: of the user with that address, else of the latest one. */
const languageAt = (tie: string, address: string) => `(
  select ${languageOf('p')} from users p
  where p.tenant_id = $1 and p.${tie} and p.deleted_at is null and ${languageOf('p')} is not null
  order by lower(p.email) = lower(${address}) desc, p.id is not distinct from $9::uuid desc, p.last_sign_in_at desc nulls last
  limit 1)`

const readParties = prepared(`
  select a.description as customer, g.id as "agentId", g.name as agent, s.id as "subAccountId",
         coalesce(s.company_name, '') as branch, (
           select json_agg(json_build_object('address', m.address, 'language', m.language) order by m.position)
           from (select 1 as position, u.email as address, ${languageOf('u')} as language
                 from users u where u.tenant_id = $1 and u.id = any ($7::uuid[])
                 union all select 2, a.email, ${languageAt('account_id = a.id', 'a.email')}
                 union all select 3, g.email, ${languageAt('agent_id = g.id', 'g.email')}
                 union all select 4, $8::text, $11::text) m where m.address <> '') as addressees
  from accounts a
  left join agents g on g.tenant_id = $1 and g.code = $3
                    and (g.is_active and g.deleted_at is null or g.id = $5::uuid)
  left join sub_accounts s on s.tenant_id = $1 and s.account_id = $2 and s.id = $4::uuid
                          and (s.deleted_at is null or s.id = $6::uuid)
  where a.tenant_id = $1 and a.id = $2`)

/** With the reader's language, if known. */
export type Addressee = { address: string; language: Language | null }

/** addressees: those with an address; null if none. */
export type Parties = {
  customer: string
  agentId: string
  agent: string
  subAccountId: string | null
  branch: string
  addressees: Addressee[] | null
}

/** userId is null for a guest. */
export type Caller = { userId: string | null; language: Language | null }

type PartiesRequest = {
  input: Pick<PlaceOrderInput, 'salesPersonCode' | 'subCurrAccId'>
  accountId: string
  /** Customers who placed or amend the order; they get mails too. */
  buyerIds: (string | null)[]
  /** email: '' for none. language: null if unknown. */
  guest?: { email: string; language: Language | null }
  caller: Caller
  /** Of the amended order: may stay, even if no longer selectable. */
  before?: { agentId: string; subAccountId: string | null }
}

/** Account name, agent and branch. Refuses with `order.accountGone`, `order.agentGone` or `order.branchGone`. */
export async function findParties(
  tx: Tx,
  { input, accountId, buyerIds, guest, caller, before }: PartiesRequest,
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
    guest?.email ?? null,
    caller.userId,
    caller.language,
    guest?.language ?? null,
  )
  if (!found) throw new Refusal('order.accountGone')
  if (found.agentId === null) throw new Refusal('order.agentGone')
  if (subCurrAccId && !found.subAccountId) throw new Refusal('order.branchGone')
  return found
}
