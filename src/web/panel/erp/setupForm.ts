import { z } from 'zod'
import { needsSecret, placeOf } from '#shared/erp/place.ts'
import { defaultProductCode } from '#shared/erp/productCode.ts'
import { type LinkedKind, linkSettings } from '#shared/erp/settings.ts'
import type { ErpLinkShown } from '#shared/erp.ts'
import type { Draft } from '../form/draft.ts'
import type { FlagField, NumberField, TextField } from '../form/fields.ts'

const common = { secret: z.string().max(10_000).optional(), isAutomatic: z.boolean() }

/** Whether the stored secret may be used: only for the address it was entered for. */
export function hasSecretFor(
  stored: ErpLinkShown | undefined,
  kind: LinkedKind,
  typed: Record<string, unknown>,
) {
  return stored?.hasSecret === true && placeOf(stored.kind, stored.settings) === placeOf(kind, typed)
}

type Values = Record<string, unknown> & { secret?: string | undefined }

/** Required if none is stored for this address. */
const requireSecret =
  (kind: LinkedKind, stored: ErpLinkShown | undefined) => (values: Values, context: z.RefinementCtx) => {
    if (values.secret || !needsSecret(kind, values) || hasSecretFor(stored, kind, values)) return
    context.addIssue({
      code: 'custom',
      path: ['secret'],
      params: { key: 'field.required' },
      input: '',
    })
  }

type Stored = ErpLinkShown | undefined

// Each kind's settings and common fields as one record.
export const httpSchema = (stored: Stored) =>
  linkSettings.http.extend(common).superRefine(requireSecret('http', stored))
export const trytonSchema = (stored: Stored) =>
  linkSettings.tryton.extend(common).superRefine(requireSecret('tryton', stored))
export const erpAgentSchema = (stored: Stored) =>
  linkSettings.agent.extend(common).superRefine(requireSecret('agent', stored))
export const filesSchema = (stored: Stored) =>
  linkSettings.files.safeExtend(common).superRefine(requireSecret('files', stored))
export const nebimSchema = (stored: Stored) =>
  linkSettings.nebim.extend(common).superRefine(requireSecret('nebim', stored))
export const odooSchema = (stored: Stored) =>
  linkSettings.odoo.extend(common).superRefine(requireSecret('odoo', stored))

type DraftOf<Schema extends (stored: Stored) => z.ZodType> = Draft<z.input<ReturnType<Schema>>>
export type CommonDraft = Pick<
  DraftOf<typeof httpSchema>,
  'url' | 'productCode' | 'schedule' | 'secret' | 'isAutomatic'
>
/** Fields that only one kind has. */
export type KindDraft<Schema extends (stored: Stored) => z.ZodType> = Omit<DraftOf<Schema>, keyof CommonDraft>

/** The form API for sections that all kinds share. */
export type CommonForm = {
  text: (path: 'secret' | 'productCode') => TextField
  number: (path: `schedule.${'customers' | 'products' | 'prices' | 'stock'}`) => NumberField
  flag: (path: 'isAutomatic') => FlagField
  values: Omit<CommonDraft, 'url'>
  /** Sets a field that has no input. */
  setValue: (name: 'secret' | 'productCode', value: string) => void
}

/** What the form of each kind is given. */
export type SetupProps = {
  stored: ErpLinkShown | undefined
  common: CommonDraft
  isShown: boolean
  /** Switches the kind, keeping typed common fields. */
  onKind: (kind: LinkedKind, typed: CommonDraft) => void
  onSaved: (link: ErpLinkShown) => void
  /** Loads what someone else saved. */
  loadAgain: () => Promise<void>
}

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

export function pickCommon({ url, productCode, schedule, secret, isAutomatic }: CommonDraft): CommonDraft {
  return { url, productCode, schedule, secret, isAutomatic }
}
