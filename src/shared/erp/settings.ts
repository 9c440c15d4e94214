import { z } from 'zod'
import type { ErpKind } from './erp.ts'
import { erpAgent } from './erpAgent.ts'
import { files } from './files.ts'
import { type ErpDescription, isShown, type SettingField } from './form.ts'
import { http } from './http.ts'
import { nebim } from './nebim.ts'
import { odoo } from './odoo.ts'
import { codeParts, defaultProductCode } from './productCode.ts'
import { tryton } from './tryton.ts'

/** A kind of link is its entry here, its texts and its connector on the server. */
export const erpDescriptions: Record<ErpKind, ErpDescription> = {
  http,
  tryton,
  agent: erpAgent,
  files,
  nebim,
  odoo,
}

/** Only known parts. */
const productCode = z
  .string()
  .trim()
  .max(100)
  .default(defaultProductCode)
  .refine(
    (pattern) => {
      const parts = [...pattern.matchAll(/\{(\w*)\}/g)].map(([, part]) => part)
      return parts.length > 0 && parts.every((part) => codeParts.some((one) => one === part))
    },
    { params: { key: 'field.productCode' } },
  )

/** Minutes between fetches, at most a week; 0: on request only. */
const every = z.int().min(0).max(10_080).default(0)
const schedule = z
  .object({ customers: every, products: every, prices: every, stock: every, balances: every })
  .prefault({})

/** All settings of a kind: its own and those that every kind has. */
export const settingsSchema = (kind: ErpKind): z.ZodObject =>
  erpDescriptions[kind].settings.safeExtend({ productCode, schedule })

/** Secrets and cursors are valid for one place only. */
export function placeOf(kind: ErpKind, settings: Record<string, unknown>): string {
  return JSON.stringify([kind, ...erpDescriptions[kind].place.map((part) => normalize(settings[part]))])
}

/** Ignores differences in form input: typed numbers, trailing slashes. */
function normalize(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim().replace(/\/+$/, '') : ''
}

/** With these settings, the form has these fields. */
export function shownFields(kind: ErpKind, settings: Record<string, unknown>): SettingField[] {
  return erpDescriptions[kind].form
    .flatMap((section) => (typeof section === 'string' ? [] : section.fields))
    .filter((field) => isShown(field, settings))
}

/** All but our own folder. */
export function needsSecret(kind: ErpKind, settings: Record<string, unknown>): boolean {
  return shownFields(kind, settings).some(({ name }) => name === 'secret')
}
