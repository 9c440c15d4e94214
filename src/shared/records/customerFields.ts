import { z } from 'zod'
import { overdueActions } from '#shared/customers/credit.ts'
import { currencyCode, email, id, line, requiredLine } from '#shared/endpoint.ts'
import { taxTreatments } from '#shared/pricing/tax.ts'
import { plainText } from '#shared/text/text.ts'
import { type RecordFields, wordsOf } from './recordField.ts'

/** The longest texts of customers, as the office enters them and as ERPs send them. */
export const customerTextLimits = {
  currAccDescription: 100,
  email: 254,
  phone: 50,
  taxNumber: 50,
  taxOffice: 100,
  address: 500,
  city: 100,
  country: 100,
} as const
export const maxPaymentTermsLength = 100
export const maxAccountCodeLength = 30
/** As many units as the database holds in hundredths. */
export const maxCreditLimit = 9_999_999_999_999.99

const limits = customerTextLimits

const branches = z
  .array(
    z.object({
      /** Absent for a new one. */
      subCurrAccId: id.optional(),
      subCurrAccCode: requiredLine(maxAccountCodeLength),
      companyName: requiredLine(limits.currAccDescription),
      address: line(limits.address).default(''),
    }),
  )
  .max(500)

type Branch = z.output<typeof branches>[number]

export const customerFields = {
  currAccCode: {
    schema: requiredLine(maxAccountCodeLength),
    label: 'panel.customer.code',
    input: 'code',
    column: 'code',
  },
  currAccDescription: {
    schema: requiredLine(limits.currAccDescription),
    label: 'panel.customer.name',
    hint: 'panel.customer.nameText',
    column: 'description',
  },
  email: { schema: email, initial: '', label: 'panel.person.email', input: 'email' },
  phone: { schema: line(limits.phone), initial: '', label: 'panel.person.phone', input: 'phone' },
  taxNumber: {
    schema: line(limits.taxNumber),
    initial: '',
    label: 'panel.customer.taxNumber',
    input: 'code',
  },
  taxOffice: { schema: line(limits.taxOffice), initial: '', label: 'panel.customer.taxOffice' },
  address: {
    schema: line(limits.address),
    initial: '',
    label: 'panel.customer.address',
    input: 'wide',
  },
  city: { schema: line(limits.city), initial: '', label: 'panel.customer.city' },
  country: { schema: line(limits.country), initial: '', label: 'panel.customer.country' },
  currencyCode: { schema: currencyCode, label: 'order.currency' },
  priceGroup: {
    schema: requiredLine(20),
    label: 'panel.customer.priceGroup',
  },
  /** '' for none: then only admins and the customer can order. */
  salesPersonCode: {
    schema: line(30),
    initial: '',
    label: 'order.salesPerson',
    column: null,
  },
  isBlocked: {
    schema: z.boolean(),
    initial: false,
    label: 'panel.customer.blocked',
    hint: 'panel.customer.blockedText',
  },
  paymentTerms: {
    schema: line(maxPaymentTermsLength),
    initial: '',
    label: 'panel.customer.paymentTerms',
    hint: 'panel.customer.paymentTermsText',
  },
  /** In the account's currency; null for none. */
  creditLimit: {
    schema: z.number().min(0).max(maxCreditLimit).nullable(),
    initial: null,
    label: 'panel.customer.creditLimit',
    hint: 'panel.customer.creditLimitText',
    input: 'amount',
  },
  whenOverdue: {
    schema: z.enum(overdueActions),
    initial: 'warn',
    label: 'panel.customer.whenOverdue',
    words: wordsOf(overdueActions, (action) => `panel.customer.overdueAction.${action}`),
  },
  /** What the office notes for itself. */
  note: {
    schema: z.string().transform(plainText).pipe(z.string().max(1000)),
    initial: '',
    label: 'panel.customer.note',
    hint: 'panel.customer.noteText',
    input: 'note',
  },
  taxTreatment: {
    schema: z.enum(taxTreatments),
    initial: 'domestic',
    label: 'tax.treatment',
    hint: 'tax.treatmentText',
    words: wordsOf(taxTreatments, (treatment) => `tax.treatment.${treatment}`),
  },
  subCurrAccs: {
    schema: branches,
    initial: [],
    label: 'panel.customer.branches',
    textOf: ({ subCurrAccCode, companyName, address }: Branch) =>
      `${subCurrAccCode} ${companyName}${address && `, ${address}`}`,
    column: null,
  },
} satisfies RecordFields
