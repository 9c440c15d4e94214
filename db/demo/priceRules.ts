import type { z } from 'zod'
import { commitTexts } from '#server/catalogue/texts/writeTexts.ts'
import { operatorActor } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { priceRules } from '#server/pricing/priceRuleTable.ts'
import { savePriceRule } from '#shared/pricing/priceRules.ts'
import type { Language } from '#shared/tenancy.ts'
import type { DemoTenant } from './tenants.ts'

type Rule = Partial<z.input<typeof savePriceRule.input>> & { name: string; brand?: string; category?: string }

/** Those of an account are for the user `dealer`. */
const rulesOf: Partial<Record<DemoTenant['key'], Rule[]>> = {
  default: [
    { name: 'Sezon indirimi', tiers: [{ from: 0, percents: [5] }] },
    {
      name: 'Peşin alım',
      audience: 'priceGroup',
      priceGroup: 'CB',
      tiers: [{ from: 0, percents: [3] }],
    },
    {
      name: 'Barkuzey adet indirimi',
      brand: 'Barkuzey',
      basis: 'brandPieces',
      tiers: [
        { from: 24, percents: [2] },
        { from: 60, percents: [4] },
        { from: 120, percents: [5, 2] },
      ],
    },
    {
      name: 'Ayakkabı adet indirimi',
      category: 'Ayakkabı',
      basis: 'itemPieces',
      tiers: [
        { from: 12, percents: [3] },
        { from: 36, percents: [5] },
      ],
    },
    {
      name: 'Büyük sipariş',
      basis: 'orderAmount',
      currencyCode: 'TRY',
      tiers: [
        { from: 50_000, percents: [1] },
        { from: 100_000, percents: [2] },
      ],
    },
    { name: 'Kış kampanyası', code: '2027', tiers: [{ from: 0, percents: [4] }] },
    {
      name: 'Sarıgöl anlaşması',
      audience: 'account',
      brand: 'Minikora',
      tiers: [{ from: 0, percents: [10, 5] }],
    },
  ],
  'tf-it': [
    { name: 'Sezon indirimi', tiers: [{ from: 0, percents: [4] }] },
    {
      name: 'Ilgınay adet indirimi',
      brand: 'Ilgınay',
      basis: 'itemPieces',
      tiers: [
        { from: 12, percents: [3] },
        { from: 24, percents: [5, 1] },
      ],
    },
    {
      name: 'Erkek gömlekte indirim',
      category: 'Erkek > Gömlek',
      effect: 'amountOff',
      currencyCode: 'EUR',
      tiers: [{ from: 0, amount: 1.25 }],
    },
    {
      name: 'Büyük sipariş',
      basis: 'orderAmount',
      currencyCode: 'EUR',
      tiers: [
        { from: 2000, percents: [1] },
        { from: 5000, percents: [2] },
      ],
    },
    {
      name: 'Bottega Sant’Elmo anlaşması',
      audience: 'account',
      brand: 'Terzigor',
      tiers: [{ from: 0, percents: [8] }],
    },
  ],
}

const quantityDiscount = {
  en: 'Quantity discount',
  ru: 'Скидка за количество',
  it: 'Sconto quantità',
  ar: 'خصم الكمية',
}
const agreement = {
  en: 'Customer agreement',
  ru: 'Договорённость с клиентом',
  it: 'Accordo cliente',
  ar: 'اتفاق العميل',
}
/** As readers of other languages see them. */
const namesOf: Record<string, Partial<Record<Language, string>>> = {
  'Sezon indirimi': {
    en: 'Season discount',
    ru: 'Сезонная скидка',
    it: 'Sconto stagionale',
    ar: 'خصم الموسم',
  },
  'Peşin alım': { en: 'Cash purchase', ru: 'Оплата сразу', it: 'Pagamento immediato', ar: 'شراء نقدي' },
  'Barkuzey adet indirimi': quantityDiscount,
  'Ilgınay adet indirimi': quantityDiscount,
  'Ayakkabı adet indirimi': {
    en: 'Quantity discount on shoes',
    ru: 'Скидка за количество обуви',
    it: 'Sconto quantità scarpe',
    ar: 'خصم كمية الأحذية',
  },
  'Erkek gömlekte indirim': {
    en: 'Discount on men’s shirts',
    ru: 'Скидка на мужские рубашки',
    it: 'Sconto camicie uomo',
    ar: 'خصم قمصان الرجال',
  },
  'Büyük sipariş': { en: 'Large order', ru: 'Крупный заказ', it: 'Ordine consistente', ar: 'طلب كبير' },
  'Kış kampanyası': { en: 'Winter campaign', ru: 'Зимняя акция' },
  'Sarıgöl anlaşması': agreement,
  'Bottega Sant’Elmo anlaşması': agreement,
}

const readNamed = prepared(`
  select (select id from brands where tenant_id = $1 and name = $2) as "brandId",
         (select id from categories where tenant_id = $1 and full_name = $3) as "categoryId",
         (select id from accounts where tenant_id = $1 and code = $4) as "accountId",
         exists (select from price_rules where tenant_id = $1) as "hasRules"`)
type Named = { brandId: string | null; categoryId: string | null; accountId: string; hasRules: boolean }

/** After the demo's orders, which have list prices. `currAccCode`: the dealer's. */
export async function addDemoRules(
  tx: Tx,
  { key, languages }: Pick<DemoTenant, 'key' | 'languages'>,
  currAccCode: string,
): Promise<void> {
  const rules: object[] = []
  for (const { brand, category, ...rule } of rulesOf[key] ?? []) {
    const [named] = await tx.query<Named>(readNamed, brand ?? null, category ?? null, currAccCode)
    if (!named || named.hasRules) return
    const given = savePriceRule.input.parse({
      audience: 'everybody',
      basis: 'none',
      effect: 'percent',
      endsOthers: false,
      ...targetOf(named),
      ...(rule.audience === 'account' ? { currAccCode } : {}),
      ...rule,
    })
    rules.push(priceRules.columnsOf(newId(), given, named.accountId))
  }
  if (rules.length === 0) return
  const at = new Date()
  await priceRules.write(tx, rules, at)
  const translations = (rulesOf[key] ?? []).map(({ name: source }) => {
    const spoken = new Set<string>(languages)
    const texts = Object.entries(namesOf[source] ?? {}).filter(([language]) => spoken.has(language))
    return { kind: 'rule' as const, source, texts: Object.fromEntries(texts) }
  })
  await commitTexts(tx, { source: 'form', translations, actor: operatorActor, at })
}

function targetOf({ brandId, categoryId }: Named) {
  if (brandId) return { target: 'brand', brandId }
  return categoryId ? { target: 'category', categoryId } : { target: 'all' }
}
