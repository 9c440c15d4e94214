import { z } from 'zod'
import { needsSecret, placeOf } from '#shared/erp/place.ts'
import { defaultProductCode } from '#shared/erp/productCode.ts'
import { type LinkedKind, linkSettings } from '#shared/erp/settings.ts'
import type { ErpLinkShown } from '#shared/erp.ts'
import type { Draft } from '../form/draft.ts'
import type { FlagField, NumberField, TextField } from '../form/fields.ts'

/** What a link is set up with beside what its kind wants. */
const common = { secret: z.string().max(10_000).optional(), isAutomatic: z.boolean() }

/**
 * Whether the secret that is kept may go where the form leads: it was given for this very place, and must be given anew
 * for any other.
 */
export function isKeptFor(
  stored: ErpLinkShown | undefined,
  kind: LinkedKind,
  typed: Record<string, unknown>,
) {
  return stored?.hasSecret === true && placeOf(stored.kind, stored.settings) === placeOf(kind, typed)
}

type Given = Record<string, unknown> & { secret?: string | undefined }

/** The secret is wanted where none is kept for the place. */
const wantSecret =
  (kind: LinkedKind, stored: ErpLinkShown | undefined) => (given: Given, context: z.RefinementCtx) => {
    if (given.secret || !needsSecret(kind, given) || isKeptFor(stored, kind, given)) return
    context.addIssue({
      code: 'custom',
      path: ['secret'],
      params: { key: 'field.required' },
      input: '',
    })
  }

type Stored = ErpLinkShown | undefined

// The form's fields as one record; each kind has its own.
export const httpSchema = (stored: Stored) =>
  linkSettings.http.extend(common).superRefine(wantSecret('http', stored))
export const trytonSchema = (stored: Stored) =>
  linkSettings.tryton.extend(common).superRefine(wantSecret('tryton', stored))
export const agentSchema = (stored: Stored) =>
  linkSettings.agent.extend(common).superRefine(wantSecret('agent', stored))
export const filesSchema = (stored: Stored) =>
  linkSettings.files.safeExtend(common).superRefine(wantSecret('files', stored))
export const nebimSchema = (stored: Stored) =>
  linkSettings.nebim.extend(common).superRefine(wantSecret('nebim', stored))
export const odooSchema = (stored: Stored) =>
  linkSettings.odoo.extend(common).superRefine(wantSecret('odoo', stored))

type DraftOf<Schema extends (stored: Stored) => z.ZodType> = Draft<z.input<ReturnType<Schema>>>
export type CommonDraft = Pick<
  DraftOf<typeof httpSchema>,
  'url' | 'productCode' | 'schedule' | 'secret' | 'isAutomatic'
>
/** What a kind's form has beside what all have. */
export type OwnDraft<Schema extends (stored: Stored) => z.ZodType> = Omit<DraftOf<Schema>, keyof CommonDraft>

/** What the sections that all kinds have need of a form. */
export type CommonForm = {
  text: (path: 'secret' | 'productCode') => TextField
  number: (path: `schedule.${'customers' | 'products' | 'prices' | 'stock'}`) => NumberField
  flag: (path: 'isAutomatic') => FlagField
  values: Omit<CommonDraft, 'url'>
  /** Sets what no input is tied to. */
  put: (name: 'secret' | 'productCode', value: string) => void
}

/** What all kinds begin with: as it is saved, or as it was typed for another kind. */
export function commonDraft(stored: Stored): CommonDraft {
  const { url, productCode, schedule } = (stored?.settings ?? {}) as Partial<CommonDraft>
  return {
    url: url ?? '',
    productCode: productCode ?? defaultProductCode,
    schedule: { customers: 0, products: 0, prices: 0, stock: 0, ...schedule },
    secret: '',
    isAutomatic: stored?.isAutomatic ?? true,
  }
}

/** What of a form another kind begins with: fields that only its own kind has are left behind. */
export function commonOf({ url, productCode, schedule, secret, isAutomatic }: CommonDraft): CommonDraft {
  return { url, productCode, schedule, secret, isAutomatic }
}
