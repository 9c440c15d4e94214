import { isVisibleTo } from '#server/carts/draftAccess.ts'
import { type OrderReach, orderReachOf } from '#server/customers/reach.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { isBareAddress } from '#server/mail/mailer.ts'
import { type User, type Viewed, viewedJson } from '#server/users/session.ts'
import { Refusal } from '#shared/errors.ts'
import type { PlaceOrderInput } from '#shared/orders/orders.ts'
import type { Language } from '#shared/tenancy.ts'
import type { Terms } from './holds.ts'

/** SQL: a user's language; for the caller, the language of the call. */
const languageOf = (user: string) =>
  `case when ${user}.id = q.user_id then q.language else ${user}.language end`

/** SQL: the language of an account or agent: that of the user with that address, else of the latest user. */
const languageAt = (tie: string, address: string) => `(
  select ${languageOf('p')} from users p
  where p.tenant_id = $1 and p.${tie} and p.deleted_at is null and ${languageOf('p')} is not null
  order by lower(p.email) = lower(${address}) desc, p.id is not distinct from q.user_id desc, p.last_sign_in_at desc nulls last
  limit 1)`

// An order replaces its draft, so it must not use somebody else's. Not `exists`, which may read all drafts.
const isOthersDraft = `(
  select true from drafts d left join accounts a on a.tenant_id = $1 and a.id = d.account_id
  where d.tenant_id = $1 and d.id = q.guid_key and d.owner_id is distinct from q.user_id
    and not (d.deleted_at is null and a.code = q.account_code
             and ${isVisibleTo('q.user_id', 'q.draft_agent', 'q.draft_account')}) limit 1)`

const readParties = prepared(`
  select q.n, (select v.pricing::float8 from tenant_versions v where v.tenant_id = $1) as "pricingVersion",
         exists (select from erp_links l where l.tenant_id = $1) as "hasErp",
         case when a.id is not null then ${viewedJson('a')} end as account,
         json_build_object('hasLimit', a.credit_limit is not null, 'whenOverdue', a.when_overdue, 'maxDiscount', (
           select d.max_discount from agents d where d.tenant_id = $1
             and d.id = q.reach_agent)) as terms, a.description as customer, g.id as "agentId", g.code as "agentCode",
         g.name as agent, s.id as "subAccountId", coalesce(s.company_name, '') as branch, (
           select json_agg(json_build_object('address', m.address, 'language', m.language) order by m.position)
           from (select 1 as position, u.email as address, ${languageOf('u')} as language
                 from users u where u.tenant_id = $1 and u.id = any (q.buyers)
                   and (not q.is_amended or 'orders' = any (u.mailed_news))
                 union all select 2, a.email, ${languageAt('account_id = a.id', 'a.email')}
                 union all select 3, g.email, ${languageAt('agent_id = g.id', 'g.email')}
                 union all select 4, q.guest_email, q.guest_language) m where m.address <> '') as addressees,
         coalesce(${isOthersDraft}, false) as "isOthersDraft", coalesce((
           select true from order_keys k where k.tenant_id = $1 and k.guid_key = q.guid_key limit 1), false) as "isPlaced"
  from jsonb_to_recordset($2::jsonb) q (
    n integer, guid_key uuid, account_code text, reach_agent uuid, reach_account uuid, is_amended boolean,
    is_guest boolean, agent_code text, agent_before uuid, sub_account uuid, sub_account_before uuid, buyers uuid[],
    guest_email text, guest_language text, user_id uuid, language text, draft_agent uuid, draft_account uuid)
  left join lateral (
    select * from accounts a where a.tenant_id = $1 and a.code = q.account_code
      and (q.is_amended or a.deleted_at is null and (q.reach_agent is null or a.agent_id = q.reach_agent)
                           and (q.reach_account is null or a.id = q.reach_account)) limit 1) a on true
  left join agents g on g.tenant_id = $1 and (g.is_active and g.deleted_at is null or g.id = q.agent_before)
    and g.code = case when q.is_guest then (select b.code from agents b where b.tenant_id = $1 and b.id = a.agent_id)
                 else q.agent_code end
  left join sub_accounts s on s.tenant_id = $1 and s.account_id = a.id and s.id = q.sub_account
    and (s.deleted_at is null or s.id = q.sub_account_before)
  order by q.n`)

/** An address with the reader's language, if known. */
export type Addressee = { address: string; language: Language | null }

/** `addressees`: those with an address; null if none. `hasErp`: whether the tenant is linked to an ERP. */
export type Parties = {
  hasErp: boolean
  account: Viewed
  terms: Terms
  customer: string
  agentId: string
  agentCode: string
  agent: string
  subAccountId: string | null
  branch: string
  addressees: Addressee[] | null
}

/**
 * Each may be missing. `isPlaced`: the guidKey has an order. `pricingVersion`: version of the price rules.
 */
export type PartiesRow = {
  [Field in keyof Omit<Parties, 'terms' | 'hasErp'>]: Parties[Field] | null
} & { terms: Terms; hasErp: boolean; isOthersDraft: boolean; isPlaced: boolean; pricingVersion: number }

/** userId is null for a guest. */
export type Caller = { user: User | undefined; language: Language | null }

export type PartiesRequest = {
  input: Pick<PlaceOrderInput, 'guidKey' | 'salesPersonCode' | 'subCurrAccId'>
  accountCode: string
  /** Customers who placed or amend the order; they get mails too. */
  buyerIds: (string | null)[]
  /** email: '' for none. language: null if unknown. */
  guest?: { email: string; language: Language | null }
  caller: Caller
  /** Agent and branch of the amended order: they may stay, even if no longer selectable or in reach. */
  before?: { agentId: string; subAccountId: string | null }
}

const everywhere: OrderReach = { agentId: null, accountId: null, isGuest: true }

/** The accounts, agents and branches of orders, in one statement. */
export function findParties(tx: Tx, requests: PartiesRequest[]): Promise<PartiesRow[]> {
  const given = requests.map(({ input, accountCode, buyerIds, guest, caller, before }, n) => {
    const { user, language } = caller
    const draftReach = orderReachOf(user)
    const reach = user ? draftReach : everywhere
    return {
      n,
      guid_key: input.guidKey,
      account_code: accountCode,
      reach_agent: reach.agentId,
      reach_account: reach.accountId,
      is_amended: before !== undefined,
      is_guest: user === undefined,
      agent_code: input.salesPersonCode,
      agent_before: before?.agentId ?? null,
      sub_account: input.subCurrAccId ?? null,
      sub_account_before: before?.subAccountId ?? null,
      buyers: buyerIds.filter((id) => id !== null),
      guest_email: guest?.email ?? '',
      guest_language: guest?.language ?? null,
      user_id: user?.id ?? null,
      language,
      draft_agent: draftReach.agentId,
      draft_account: draftReach.accountId,
    }
  })
  return tx.query<PartiesRow>(readParties, JSON.stringify(given))
}

/** Refuses with `order.accountGone`, `order.agentGone` or `order.branchGone`. */
export function refuseMissing(
  found: PartiesRow | undefined,
  { subCurrAccId }: Pick<PlaceOrderInput, 'subCurrAccId'>,
): Parties {
  const {
    hasErp = false,
    account,
    terms,
    customer,
    agentId,
    agentCode,
    agent,
    subAccountId,
    branch,
    addressees,
  } = found ?? {}
  if (!account || !terms) throw new Refusal('order.accountGone')
  if (!agentId) throw new Refusal('order.agentGone')
  if (subCurrAccId && !subAccountId) throw new Refusal('order.branchGone')
  return {
    hasErp,
    account,
    terms,
    customer: customer ?? '',
    agentId,
    agentCode: agentCode ?? '',
    agent: agent ?? '',
    subAccountId: subAccountId ?? null,
    branch: branch ?? '',
    addressees: addressees ?? null,
  }
}

/** `language`: the caller's; `defaultLanguage`: for recipients with unknown language. */
export type OutgoingMails = { language: Language; defaultLanguage: Language }

/** Parallel arrays for `unnest`. */
export type MailColumns = { mailIds: string[]; recipients: string[]; mailLanguages: string[] }

/** One mail per valid address, in the reader's language. */
export function mailsTo(addressees: Addressee[] | null, mails: OutgoingMails | undefined): MailColumns {
  const all = new Map<string, Addressee>()
  for (const one of mails ? (addressees ?? []) : []) {
    const key = one.address.toLowerCase()
    const known = all.get(key)
    if (isBareAddress(one.address) && !known?.language)
      all.set(key, { ...one, address: known?.address ?? one.address })
  }
  const recipients = [...all.values()]
  return {
    mailIds: recipients.map(() => newId()),
    recipients: recipients.map(({ address }) => address),
    mailLanguages: recipients.map(({ language }) => language ?? mails?.defaultLanguage ?? 'tr'),
  }
}
