import { z } from 'zod'
import { attributeNames } from './catalogue/listing.ts'
import { endpoint } from './endpoint.ts'
import { taxRoundings } from './pricing/tax.ts'

/** The first is the default. */
export const languages = ['tr', 'en', 'ru', 'it', 'fr', 'ro', 'ar'] as const
export type Language = (typeof languages)[number]

/** −1 brands and categories, 0 brands, 1 categories. */
export const homeVisibleTypes = [-1, 0, 1] as const

const taxRate = z.object({ code: z.string(), name: z.string(), percent: z.number() })

const appSettings = z.object({
  detailVisible: z.boolean(),
  imageExtension: z.string(),
  homeVisibleType: z.literal(homeVisibleTypes),
  onlineExpire: z.int(),
  /** One card for all colours of an item. */
  oneCardPerItem: z.boolean(),
  authRequired: z.boolean(),
  /** False only if guests can really order. */
  orderAuthRequired: z.boolean(),
  transferEnabled: z.boolean(),
  descriptionVisible: z.boolean(),
  priceGroup: z.string(),
  currencyCode: z.string(),
  /** Decides days; an IANA name, such as Europe/Rome. */
  timeZone: z.string(),
  /** Language of the catalogue's own texts; texts in other languages are translations. */
  mainLanguage: z.enum(languages),
  languages: z.array(z.enum(languages)),
  displayName: z.string(),
  customerKey: z.string(),
  themeColor: z.string(),
  /** '' for none. */
  logo: z.string(),
  /** Names in the tenant's order and languages; absent if none is named. */
  attributes: z
    .array(z.object({ name: z.enum(attributeNames), names: z.record(z.string(), z.string()) }))
    .optional(),
  /** Agents say why they give a discount. */
  discountReasonRequired: z.boolean(),
  /** Absent if the tenant has no rules of prices or quantities. */
  hasPriceRules: z.literal(true).optional(),
  /** Absent if no price rule has a campaign code. */
  hasCampaigns: z.literal(true).optional(),
  /** Names of sizes in the caller's language, where they differ from the size; absent if none differs. */
  sizeLabels: z.record(z.string(), z.string()).optional(),
  /** Absent if the tenant states no VAT. */
  tax: z.object({ rates: z.array(taxRate), rounding: z.enum(taxRoundings) }).optional(),
  /** The tenant recommends prices to consumers; `haveTax`: with VAT. Else absent. */
  retailPrices: z.object({ haveTax: z.boolean() }).optional(),
  /** The office shows something on top of the home page today, to some or all; else absent. */
  hasBanner: z.literal(true).optional(),
  /** Mails are only written to a folder of the server, because there is no mail server; else absent. */
  keepsMails: z.literal(true).optional(),
  /** Demo tenants only. */
  demoAccounts: z.object({ usernames: z.array(z.string()), password: z.string() }).optional(),
})
export type AppSettings = z.infer<typeof appSettings>

export const getAppSettings = endpoint({
  call: 'GET /api/Shop/GetAppSettings',
  summary: 'Settings of the tenant, for the start of the application',
  access: 'open',
  transaction: 'own',
  reply: appSettings,
})
