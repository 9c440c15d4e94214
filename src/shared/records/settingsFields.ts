import { z } from 'zod'
import { isTimeZone } from '#shared/clock.ts'
import { currencyCode, line, requiredLine } from '#shared/endpoint.ts'
import { taxRoundings } from '#shared/pricing/tax.ts'
import { homeVisibleTypes, languages } from '#shared/tenancy.ts'
import { roles } from '#shared/users/roles.ts'
import { type RecordFields, wordsOf } from './recordField.ts'

/** With two decimals. */
const percent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
    params: { key: 'field.decimals' },
  })

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

const homes = { [-1]: 'both', 0: 'brands', 1: 'categories' } as const

/** A switch with the text below it. */
const flag = <const Name extends `panel.settings.${string}`>(label: Name) => ({
  schema: z.boolean(),
  label,
  hint: `${label}Text` as const,
})

/** The path in a shop's address. '' for none; undefined for any other page. */
function shopPathOf(text: string): string | undefined {
  if (text === '') return ''
  const [, path = ''] = /^(?:https?:\/\/[^/?#]+)?(\/[^#]*)/.exec(text) ?? []
  return /^\/(?:shop|cart)(?:[/?]|$)/.test(path) ? path : undefined
}

const shopPath = line(500)
  .transform((text, context) => {
    const path = shopPathOf(text)
    if (path === undefined)
      context.addIssue({ code: 'custom', params: { key: 'field.shopAddress' }, input: text })
    return path ?? ''
  })
  .pipe(z.string().max(500))

const dayOrNone = z.union([z.iso.date(), z.literal('')])

/** What the office decides of its shop. Older clients omit those with an initial value. */
export const settingsFields = {
  displayName: {
    schema: requiredLine(100),
    label: 'panel.settings.displayName',
    hint: 'panel.settings.displayNameText',
  },
  languages: {
    schema: z.array(z.enum(languages)).min(1).max(languages.length),
    label: 'panel.settings.languages',
  },
  mainLanguage: { schema: z.enum(languages), initial: 'tr', label: 'panel.settings.mainLanguage' },
  priceGroup: {
    schema: requiredLine(20),
    label: 'panel.settings.priceGroup',
  },
  currencyCode: { schema: currencyCode, label: 'order.currency' },
  /** Decides the days of rules, lists, figures and documents. */
  timeZone: {
    schema: z.string().refine(isTimeZone, { params: { key: 'field.timeZone' } }),
    initial: 'Europe/Istanbul',
    label: 'panel.settings.timeZone',
  },
  authRequired: flag('panel.settings.authRequired'),
  orderAuthRequired: flag('panel.settings.orderAuthRequired'),
  /** Account for orders without login; required if orderAuthRequired is off. */
  guestAccountCode: { schema: z.string().trim().max(30), label: 'panel.settings.guestAccountCode' },
  transferEnabled: flag('panel.settings.transferEnabled'),
  descriptionVisible: flag('panel.settings.descriptionVisible'),
  detailVisible: flag('panel.settings.detailVisible'),
  imageExtension: {
    schema: z.string().regex(/^\.[a-z0-9]{2,5}$/),
    label: 'panel.settings.imageExtension',
    hint: 'panel.settings.imageExtensionText',
    input: 'code',
  },
  homeVisibleType: {
    schema: z.literal(homeVisibleTypes),
    label: 'panel.settings.homeVisibleType',
    words: wordsOf(homeVisibleTypes, (type) => `panel.settings.home.${homes[type]}`),
  },
  /** One card for all colours of an item, not one for each. */
  oneCardPerItem: { ...flag('panel.settings.oneCardPerItem'), initial: true },
  /** For how many days a product counts as new; 0: none does. */
  newDays: {
    schema: z.int().min(0).max(365),
    initial: 30,
    label: 'panel.settings.newDays',
    hint: 'panel.settings.newDaysText',
  },
  /** On top of the home page; with a picture, or alone. In the main language. */
  bannerText: {
    schema: line(200),
    initial: '',
    label: 'panel.settings.bannerText',
    hint: 'panel.settings.bannerTextText',
    input: 'wide',
  },
  /** What a press opens. */
  bannerPath: {
    schema: shopPath,
    initial: '',
    label: 'panel.settings.bannerPath',
    hint: 'panel.settings.bannerPathText',
    input: 'code',
  },
  /** Both days included. */
  bannerFrom: { schema: dayOrNone, initial: '', label: 'panel.price.validFrom' },
  bannerTo: { schema: dayOrNone, initial: '', label: 'panel.price.validUntil' },
  /** '' for everybody. */
  bannerPriceGroup: { schema: line(20), initial: '', label: 'panel.settings.bannerPriceGroup' },
  /** Cart report interval in seconds; 0: off. */
  onlineExpire: {
    schema: z.int().min(0).max(86_400),
    label: 'panel.settings.onlineExpire',
    hint: 'panel.settings.onlineExpireText',
  },
  themeColor: { schema: z.string().regex(/^#[0-9a-fA-F]{6}$/), label: 'panel.settings.themeColor' },
  /** Roles that must use a second factor. */
  totpRoles: {
    schema: z.array(z.enum(roles)).max(roles.length),
    label: 'panel.settings.totpRoles',
    words: wordsOf(roles, (role) => `role.${role}`),
  },
  /** Shown on order documents, as the next three. */
  address: {
    schema: line(300),
    initial: '',
    label: 'panel.settings.address',
    hint: 'panel.settings.addressText',
    input: 'wide',
  },
  taxOffice: { schema: line(100), initial: '', label: 'panel.customer.taxOffice' },
  taxNumber: { schema: line(30), initial: '', label: 'panel.customer.taxNumber', input: 'code' },
  phone: { schema: line(30), initial: '', label: 'panel.person.phone', input: 'phone' },
  /** The first is for products without a code. None: no VAT is stated. */
  taxRates: {
    schema: taxRates,
    initial: [],
    label: 'panel.settings.taxRates',
    textOf: ({ code, name, percent: rate }: z.output<typeof taxRates>[number]) =>
      [code, name, `${rate} %`].filter(Boolean).join(' · '),
  },
  taxRounding: {
    schema: z.enum(taxRoundings),
    initial: 'line',
    label: 'panel.settings.taxRounding',
    words: wordsOf(taxRoundings, (rounding) => `panel.settings.taxRounding.${rounding}`),
  },
  /** Its prices are the lowest that rules should sell at; '' for none. */
  floorPriceGroup: { schema: line(20), initial: '', label: 'panel.settings.floorPriceGroup' },
  /** Its prices are recommended to consumers; '' for none. */
  retailPriceGroup: { schema: line(20), initial: '', label: 'panel.settings.retailPriceGroup' },
  retailPricesHaveTax: { ...flag('panel.settings.retailPricesHaveTax'), initial: true },
  /** The first order of a customer waits for the office. */
  holdFirstOrders: { ...flag('panel.settings.holdFirstOrders'), initial: false },
  /** How long a held order keeps its stock, before it is cancelled. */
  heldStockHours: {
    schema: z.int().min(1).max(2160),
    initial: 72,
    label: 'panel.settings.heldStockHours',
    hint: 'panel.settings.heldStockHoursText',
  },
  /** For how long customers may cancel their orders, in minutes; never once they are in the ERP. 0: not at all. */
  customerCancelMinutes: {
    schema: z.int().min(0).max(43_200),
    initial: 0,
    label: 'panel.settings.customerCancelMinutes',
    hint: 'panel.settings.customerCancelMinutesText',
  },
  /** Agents say why they give a discount. */
  discountReasonRequired: { ...flag('panel.settings.discountReasonRequired'), initial: false },
} satisfies RecordFields
