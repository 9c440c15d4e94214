import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { wordsOf } from '#server/documents/words.ts'
import { verb } from '#server/http/http.ts'
import { oneOf, type Problem, refuseFields } from '#server/http/refuse.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { Refusal } from '#shared/errors.ts'
import {
  deletePriceRule,
  getPriceRule,
  idsOf,
  maxPriceRules,
  type PriceRuleRow,
  restorePriceRule,
  savePriceRule,
} from '#shared/pricing/priceRules.ts'
import { type PriceRuleFields, priceRuleNames, priceRuleUnits } from '#shared/records/priceRuleFields.ts'
import { fieldNames } from '#shared/records/recordField.ts'
import type { Language } from '#shared/tenancy.ts'
import { belowHalfOf, type Written } from './belowHalf.ts'
import { priceRules } from './priceRuleTable.ts'
import { ruleRecords } from './ruleRecords.ts'

export const priceRecords = ruleRecords<PriceRuleFields, PriceRuleRow>({
  table: priceRules,
  subject: 'priceRule',
  page: 'priceRuleEdit',
  names: fieldNames(priceRuleNames),
  together: priceRuleUnits,
  input: savePriceRule.input,
  maxRules: maxPriceRules,
  nameOf: ({ name }) => name,
  check: async ({ tx, tenant, language, confirmed = true }, given, id, before) => {
    const found = await findNamed(tx, given)
    const problems = missingOf(given, found)
    if (Object.keys(problems).length > 0) refuseFields(language, problems)
    const { accountId } = found
    if (!confirmed) await refuseBelowHalf(tx, tenant, language, { id, given, accountId, before })
    return accountId
  },
})

export const readOne = verb(getPriceRule, ({ tx }, { id }) => priceRecords.read(tx, id))
export const saveRule = verb(savePriceRule, priceRecords.save)
export const removeRule = verb(deletePriceRule, (call, { id }) => priceRecords.remove(call, id))
export const restoreRule = verb(restorePriceRule, (call, { id }) => priceRecords.restore(call, id))

const find = prepared(`
  select (select a.id from accounts a where a.tenant_id = $1 and a.code = $2 and a.deleted_at is null) as "accountId",
         (select count(*) from brands b where b.tenant_id = $1 and b.id = any ($3::uuid[])) = cardinality($3::uuid[]) as "hasBrands",
         (select count(*) from categories c where c.tenant_id = $1 and c.id = any ($3::uuid[])) = cardinality($3::uuid[]) as "hasCategories",
         exists (select from products p where p.tenant_id = $1 and p.item_code = $4
                   and ($5::text is null or p.color_code = $5)) as "hasItem"`)
type Found = { accountId: string | null; hasBrands: boolean; hasCategories: boolean; hasItem: boolean }

/** What the rule names, as far as it exists. */
function findNamed(tx: Tx, rule: PriceRuleFields): Promise<Found> {
  const { currAccCode, itemCode, target, colorCode } = rule
  const color = target === 'product' ? (colorCode ?? null) : null
  return oneOf(tx.query<Found>(find, currAccCode ?? null, idsOf(rule), itemCode ?? null, color))
}

function missingOf({ audience, target, colorCode }: PriceRuleFields, found: Found): Record<string, Problem> {
  if (audience === 'account' && !found.accountId) return { currAccCode: 'field.unknown' }
  if (target === 'brand' && !found.hasBrands) return { brandId: 'field.unknown' }
  if (target === 'category' && !found.hasCategories) return { categoryId: 'field.unknown' }
  if (target === 'item' && !found.hasItem) return { itemCode: 'field.unknown' }
  if (target === 'product' && !found.hasItem)
    return { [colorCode === undefined ? 'itemCode' : 'colorCode']: 'field.unknown' }
  return {}
}

async function refuseBelowHalf(
  tx: Tx,
  { floorPriceGroup, timeZone }: Pick<Tenant, 'floorPriceGroup' | 'timeZone'>,
  language: Language,
  written: Written,
): Promise<void> {
  const below = (await belowHalfOf(tx, [written], floorPriceGroup)).get(written.id)
  if (!below) return
  const { money } = wordsOf(language, timeZone)
  const { itemCode, itemDescription, listPrice, unitPrice, currencyCode } = below
  throw new Refusal('priceRule.belowHalf', {
    values: {
      item: `${itemDescription} · ${itemCode}`,
      listPrice: money(listPrice, currencyCode),
      price: money(unitPrice, currencyCode),
    },
  })
}
