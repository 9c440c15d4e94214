import { z } from 'zod'
import {
  answer,
  currencyCode,
  endpoint,
  id,
  line,
  listInput,
  optionalAccountCode,
  optionalId,
  orderType,
  page,
  version,
} from '#shared/endpoint.ts'
import { lineShape } from '#shared/shapes.ts'
import { draftHeader, shownHeader } from './headerSchemas.ts'
import { maxOrderLines, maxSentLines } from './orderRules.ts'

export const postLogCart = endpoint({
  call: 'POST /api/Shop/PostLogCart',
  summary:
    "Stores a customer's cart of this browser and that they are online; the headers cartKey and orderType identify the cart. Ignores other users",
  access: 'signedIn',
  input: z
    .array(
      z.object({
        productId: id,
        qty: z.int().min(1).max(1_000_000),
        currency: currencyCode,
        unitPrice: z.number().min(0),
      }),
    )
    .max(maxOrderLines),
  errors: ['order.tooLarge'],
})

const storedCart = z.object({
  guidKey: id.optional(),
  orderType,
  lines: z.array(z.object({ productId: id, qty: z.int() })),
  changedAt: z.string(),
})
export type StoredCart = z.infer<typeof storedCart>

export const getLogCart = endpoint({
  call: 'GET /api/Shop/GetLogCart',
  summary:
    "The customer's newest cart from another browser, or one that this browser has lost; null if there is none, it is empty, or its order is placed",
  access: 'signedIn',
  input: z.object({ guidKey: optionalId }),
  reply: answer(storedCart.nullable()),
})

const draftLine = z.object({
  productId: id,
  qty: z.int().min(1).max(1_000_000),
  unitPrice: z.number().min(0),
  /** What rules make of it, for the draft's totals; absent where they change nothing. */
  netPrice: z.number().min(0).optional(),
  priceCurrencyCode: currencyCode,
  /** Percent that an agent takes off. */
  discount: z.number().min(0).max(100).optional(),
  /** As the person saw it; default: the current number. */
  piecesPerLot: z
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional(),
  lotDescription: line(2000).optional(),
})

/** Per user. */
export const maxDrafts = 200

/** With what a screen shows, even if no longer offered. Lots as the person saw them. */
const readLine = draftLine.extend(lineShape)

/** The id becomes its order's guidKey. */
const draftFields = {
  id,
  name: line(60),
  /** With all who order for its account. */
  isShared: z.boolean(),
  orderType,
  currAccCode: z.string().max(30),
  subCurrAccId: id.optional(),
  salesPersonCode: z.string().max(30),
  ...draftHeader,
  lines: z.array(draftLine).max(maxSentLines),
}

const draftState = {
  currAccDescription: z.string(),
  isMine: z.boolean(),
  ownerName: z.string(),
  updatedBy: z.string(),
  version,
  updatedAt: z.string(),
}

const draft = z.object({
  ...draftFields,
  ...draftState,
  name: z.string(),
  ...shownHeader,
  /** As saved; `lines` lacks variants deleted since. */
  lineCount: z.int(),
  lines: z.array(readLine),
})
export type Draft = z.infer<typeof draft>

const draftRow = z.object({
  id,
  name: z.string(),
  isShared: z.boolean(),
  orderType,
  currAccCode: z.string(),
  ...draftState,
  lineCount: z.int(),
  qty: z.int(),
  totals: z.array(z.object({ currency: z.string(), amount: z.number() })),
})
export type DraftRow = z.infer<typeof draftRow>

export const getDrafts = endpoint({
  call: 'POST /api/Shop/GetDrafts',
  summary: "The user's own and shared drafts, last changed first, without placed ones",
  access: 'signedIn',
  transaction: 'read',
  input: z.object({
    ...listInput(['updatedAt', 'name']),
    order: z.enum(['asc', 'desc']).default('desc'),
    currAccCode: optionalAccountCode,
    /** Only the user's own, or only those of others. */
    isMine: z.boolean().optional(),
  }),
  reply: page(draftRow),
})

export const getDraftById = endpoint({
  call: 'GET /api/Shop/GetDraftById',
  summary: 'A draft with its lines',
  access: 'signedIn',
  isTranslated: true,
  input: z.object({ id }),
  reply: answer(draft),
  errors: ['notFound'],
})

export const saveDraft = endpoint({
  call: 'POST /api/Shop/SaveDraft',
  summary: 'Saves a cart as a new draft or, with a version, updates one',
  access: 'signedIn',
  input: z.object({ ...draftFields, version: version.optional() }),
  reply: answer(z.object({ version, updatedAt: z.string() })),
  errors: ['notFound', 'record.changed', 'order.alreadyPlaced', 'order.tooLarge', 'order.tooManyLines'],
})

export const deleteDraft = endpoint({
  call: 'POST /api/Shop/DeleteDraft',
  summary: 'Deletes a draft; can be restored',
  access: 'signedIn',
  input: z.object({ id }),
  errors: ['notFound'],
})

export const restoreDraft = endpoint({
  call: 'POST /api/Shop/RestoreDraft',
  summary: 'Restores a deleted draft',
  access: 'signedIn',
  input: z.object({ id }),
  errors: ['notFound'],
})
