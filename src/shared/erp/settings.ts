import { z } from 'zod'
import type { ErpKind } from '../erp.ts'
import { erpAgentSettings } from './erpAgent.ts'
import { filesSettings } from './files.ts'
import { httpSettings } from './http.ts'
import { nebimSettings } from './nebim.ts'
import { odooSettings } from './odoo.ts'
import { codeParts, defaultProductCode } from './productCode.ts'
import { trytonSettings } from './tryton.ts'

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
const schedule = z.object({ customers: every, products: every, prices: every, stock: every }).prefault({})
const common = { productCode, schedule }

export const linkSettings = {
  http: httpSettings.extend(common),
  tryton: trytonSettings.extend(common),
  agent: erpAgentSettings.extend(common),
  files: filesSettings.safeExtend(common),
  nebim: nebimSettings.extend(common),
  odoo: odooSettings.extend(common),
} satisfies Record<ErpKind, z.ZodObject>

export type LinkedKind = keyof typeof linkSettings
export const linkedKinds = Object.keys(linkSettings) as LinkedKind[]

const byKind: Record<ErpKind, z.ZodObject> = linkSettings

export const settingsSchema = (kind: ErpKind): z.ZodObject => byKind[kind]
