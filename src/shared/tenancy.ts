import { z } from 'zod'
import { attributeNames } from './catalogue/listing.ts'
import { isTimeZone } from './clock.ts'
import { answer, currencyCode, endpoint, line, requiredLine, version } from './endpoint.ts'
import { taxRoundings } from './pricing/tax.ts'
import { maxPictureBytes } from './users/profile.ts'
import { roles } from './users/roles.ts'

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

/** Shown on order documents. */
const companyFields = {
  address: line(300),
  taxOffice: line(100),
  taxNumber: line(30),
  phone: line(30),
}

/** With two decimals. */
const percent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
    params: { key: 'field.decimals' },
  })

/** The first is for products without a code. None: no VAT is stated. */
const taxRates = z
  .array(z.object({ code: requiredLine(20), name: line(60), percent }))
  .max(20)
  .superRefine((rates, context) => {
    const codes = new Set<string>()
    for (const [index, { code }] of rates.entries()) {
      if (codes.has(code))
        context.addIssue({
          code: 'custom',
          path: [index, 'code'],
          params: { key: 'field.taken' },
          input: rates,
        })
      codes.add(code)
    }
  })

/** What the office agrees with its customers. */
const tradeFields = {
  taxRates,
  taxRounding: z.enum(taxRoundings),
  /** Its prices are the lowest that rules should sell at; '' for none. */
  floorPriceGroup: line(20),
  /** The first order of a customer waits for the office. */
  holdFirstOrders: z.boolean(),
  /** How long a held order keeps its stock, before it is cancelled. */
  heldStockHours: z.int().min(1).max(2160),
  /** Agents say why they give a discount. */
  discountReasonRequired: z.boolean(),
}

const tenantFields = {
  displayName: requiredLine(100),
  languages: z.array(z.enum(languages)).min(1).max(languages.length),
  mainLanguage: z.enum(languages),
  priceGroup: requiredLine(20),
  currencyCode,
  /** Decides the days of rules, lists, figures and documents. */
  timeZone: z.string().refine(isTimeZone, { params: { key: 'field.timeZone' } }),
  authRequired: z.boolean(),
  orderAuthRequired: z.boolean(),
  /** Account for orders without login; required if orderAuthRequired is off. */
  guestAccountCode: z.string().trim().max(30),
  transferEnabled: z.boolean(),
  descriptionVisible: z.boolean(),
  detailVisible: z.boolean(),
  imageExtension: z.string().regex(/^\.[a-z0-9]{2,5}$/),
  homeVisibleType: z.literal(homeVisibleTypes),
  /** Cart report interval in seconds; 0: off. */
  onlineExpire: z.int().min(0).max(86_400),
  themeColor: z.string().regex(/^#[0-9a-fA-F]{6}$/),
  /** Roles that must use a second factor. */
  totpRoles: z.array(z.enum(roles)).max(roles.length),
}

/** What the office edits. */
export const officeFields = { ...tenantFields, ...companyFields, ...tradeFields }

const tenantSettings = z.object({
  ...officeFields,
  customerKey: z.string(),
  hosts: z.array(z.string()),
  logo: z.string(),
  version,
})
export type TenantSettings = z.infer<typeof tenantSettings>

export const getTenantSettings = endpoint({
  call: 'GET /api/Account/GetTenantSettings',
  summary: "The tenant's settings, for editing",
  access: { pages: ['settings'] },
  reply: answer(tenantSettings),
})

export const updateTenantSettings = endpoint({
  call: 'POST /api/Account/UpdateTenantSettings',
  summary: "Changes the tenant's settings, effective from the next call",
  access: { pages: ['settings'] },
  transaction: 'own',
  input: z.object({
    ...tenantFields,
    /** Omitted fields stay as they are. */
    mainLanguage: tenantFields.mainLanguage.optional(),
    timeZone: tenantFields.timeZone.optional(),
    ...z.object(companyFields).partial().shape,
    ...z.object(tradeFields).partial().shape,
    version: version.optional(),
  }),
  sentBack: tenantSettings,
  reply: answer(z.object({ version })),
  errors: ['request.invalid', 'record.changed', 'permission.denied'],
})

export const postTenantLogo = endpoint({
  call: 'POST /api/Account/PostTenantLogo',
  summary: "Sets the tenant's logo (JPEG, PNG, WebP or AVIF)",
  access: { pages: ['settings'] },
  transaction: 'own',
  file: { maxBytes: maxPictureBytes },
  reply: answer(z.object({ logo: z.string() })),
  errors: ['image.invalid', 'request.tooLarge', 'request.tooMany'],
  perMinute: { address: 20 },
})

export const deleteTenantLogo = endpoint({
  call: 'POST /api/Account/DeleteTenantLogo',
  summary: "Removes the tenant's logo",
  access: { pages: ['settings'] },
  transaction: 'own',
})
