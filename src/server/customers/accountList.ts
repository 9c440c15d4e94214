import type { z } from 'zod'
import { type ListQuery, readPage } from '#server/db/listPage.ts'
import { containsWords } from '#server/db/search.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import { asMoney, asText, asWhole, type ColumnPerValue } from '#server/exports/columns.ts'
import { listExport } from '#server/exports/listExport.ts'
import { verb } from '#server/http/http.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { dayOf } from '#shared/clock.ts'
import { type AccountRow, exportCustomers, getCustomerList } from '#shared/customers/customers.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { getAccountsForSelect } from '#shared/users/users.ts'
import { joinLivingAgent } from './account.ts'
import { balancesOf, overdueOf } from './owed.ts'

type Filters = z.output<typeof getCustomerList.input>

const sortKeys: Record<Filters['sort'], string> = {
  currAccDescription: 'a.description collate "tr-x-icu"',
  currAccCode: 'a.code',
  city: `nullif(a.city, '') collate "tr-x-icu"`,
  priceGroup: 'a.price_group',
  salesPerson: 'g.name collate "tr-x-icu"',
}

const stateOf: Record<NonNullable<Filters['state']>, string> = {
  open: 'a.deleted_at is null and not a.is_blocked',
  blocked: 'a.deleted_at is null and a.is_blocked',
  deleted: 'a.deleted_at is not null',
}

const rowsOn = (today: string) => `
  select shown.position, json_build_object(
    'id', a.id, 'currAccCode', a.code, 'currAccDescription', a.description, 'city', a.city, 'country', a.country,
    'currencyCode', a.currency_code, 'priceGroup', a.price_group, 'salesPersonCode', coalesce(g.code, ''),
    'salesPerson', coalesce(g.name, ''), 'isBlocked', a.is_blocked, 'isDeleted', a.deleted_at is not null,
    'taxTreatment', a.tax_treatment,
    'subCurrAccs', (select count(*) from sub_accounts s
                    where s.tenant_id = $1 and s.account_id = a.id and s.deleted_at is null),
    'excludedBrands', (select count(*) from excluded_brands x where x.tenant_id = $1 and x.account_id = a.id),
    'creditLimit', a.credit_limit, 'balances', ${balancesOf('a.id')},
    'overdue', ${overdueOf('a.id', `date '${today}'`)}) as item
  from shown
  join accounts a on a.tenant_id = $1 and a.id = shown.id
  ${joinLivingAgent}`

export const listAccounts = verb(getCustomerList, ({ tx, ...call }, filters) =>
  readPage<AccountRow>(tx, accountsQuery(filters, call), filters),
)

type Asking = { tenant: Pick<Tenant, 'timeZone'>; now: Date }

/** Keys may be null for city and agent. */
function accountsQuery(filters: Omit<Filters, 'page' | 'limit'>, { tenant, now }: Asking): ListQuery {
  const { sort, order, search } = filters
  const values = collectValues()
  const matched = `
    select a.id, ${sortKeys[sort]} as key, a.code as tie from accounts a ${joinLivingAgent}
    where ${conditions(filters, values).join(' and ')}`
  const isKeyed = sort !== 'city' && sort !== 'salesPerson'
  // No index has the words.
  const rows = rowsOn(dayOf(now, tenant.timeZone))
  return { matched, rows, values, order, isKeyed, isGoneThrough: Boolean(search) }
}

function conditions(
  { state, agent, priceGroup, search }: Omit<Filters, 'page' | 'limit'>,
  values: Values,
): string[] {
  const all = ['a.tenant_id = $1', state ? stateOf[state] : 'a.deleted_at is null']
  if (agent) all.push(agent === '-' ? 'g.id is null' : `g.code = ${values.add(agent)}`)
  if (priceGroup) all.push(`a.price_group = ${values.add(priceGroup)}`)
  if (search) all.push(containsWords('a.search_text', search, values))
  return all
}

type Option = { currAccCode: string; currAccDescription: string }

/** At most 50, blocked ones too. */
export const accountsToChoose = verb(getAccountsForSelect, async ({ tx }, { search }) => {
  const values = collectValues()
  const found = search ? `and ${containsWords('a.search_text', search, values)}` : ''
  const text = `
    select a.code as "currAccCode", a.description as "currAccDescription" from accounts a
    where a.tenant_id = $1 and a.deleted_at is null ${found} order by a.code limit 50`
  return tx.query<Option>({ text }, ...values.list)
})

export const downloadAccounts = listExport<AccountRow, typeof exportCustomers>(exportCustomers, {
  title: 'panel.customers',
  query: (call, filters) => accountsQuery(filters, call),
  columns: {
    currAccCode: asText('panel.customer.code', (row) => row.currAccCode, 16),
    currAccDescription: asText('panel.customer.name', (row) => row.currAccDescription, 40),
    city: asText('panel.customer.city', (row) => row.city),
    country: asText('panel.customer.country', (row) => row.country),
    salesPerson: asText('order.salesPerson', (row) => row.salesPerson || row.salesPersonCode),
    priceGroup: asText('panel.customer.priceGroup', (row) => row.priceGroup, 14),
    currency: asText('order.currency', (row) => row.currencyCode, 12),
    branches: asWhole('panel.customer.branches', (row) => row.subCurrAccs),
    excludedBrands: asWhole('panel.customer.hiddenBrands', (row) => row.excludedBrands),
    taxTreatment: asText('tax.treatment', (row, { say }) => say(`tax.treatment.${row.taxTreatment}`), 18),
    creditLimit: asMoney('panel.customer.creditLimit', ({ creditLimit }) => creditLimit ?? undefined),
    balance: perCurrency('credit.balance', (row) => row.balances),
    overdue: perCurrency('credit.overdue', (row) => row.overdue),
    state: asText('order.state', (row, { say }) => say(`panel.customer.state.${exportState(row)}`), 14),
  },
})

/** So that columns can be summed. */
function perCurrency(
  name: MessageKey,
  amounts: (row: AccountRow) => AccountRow['balances'],
): ColumnPerValue<AccountRow> {
  return {
    values: `
      select distinct o.currency_code as value from found join (
        select account_id, currency_code from account_balances where tenant_id = $1
        union select account_id, currency_code from account_documents where tenant_id = $1 and open_amount <> 0) o
        on o.account_id = found.id order by value`,
    column: (of) => ({
      name,
      of,
      kind: 'money',
      value: (row) => amounts(row).find(({ currency }) => currency === of)?.amount,
    }),
  }
}

const exportState = ({ isDeleted, isBlocked }: AccountRow) =>
  isDeleted ? 'deleted' : isBlocked ? 'blocked' : 'open'
