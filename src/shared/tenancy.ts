import { z } from 'zod'
import { endpoint, nothing } from './endpoint.ts'

/** All languages of the product; a tenant offers some of them. The first is the default. */
export const languages = ['tr', 'en', 'ru', 'it', 'fr', 'ro', 'ar'] as const
export type Language = (typeof languages)[number]

/** −1 brands and categories, 0 brands, 1 categories. */
export const homeVisibleTypes = [-1, 0, 1] as const

const appSettings = z.object({
  detailVisible: z.boolean(),
  imageExtension: z.string(),
  homeVisibleType: z.literal(homeVisibleTypes),
  onlineExpire: z.int(),
  authRequired: z.boolean(),
  orderAuthRequired: z.boolean(),
  transferEnabled: z.boolean(),
  descriptionVisible: z.boolean(),
  priceGroup: z.string(),
  currencyCode: z.string(),
  languages: z.array(z.enum(languages)),
  displayName: z.string(),
  customerKey: z.string(),
  themeColor: z.string(),
  /** Present while the tenant holds demo data: who can sign in to try it. */
  demoAccounts: z.object({ usernames: z.array(z.string()), password: z.string() }).optional(),
})
export type AppSettings = z.infer<typeof appSettings>

export const getAppSettings = endpoint({
  method: 'GET',
  path: '/api/Shop/GetAppSettings',
  summary: 'Settings of the tenant; asked for when the application starts',
  access: 'open',
  transaction: 'own',
  input: nothing,
  reply: appSettings,
  errors: [],
})
