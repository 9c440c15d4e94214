import { z } from 'zod'
import { requiredLine } from '#shared/endpoint.ts'
import type { RecordFields } from './recordField.ts'

export const brandFields = {
  brandName: { schema: requiredLine(100), label: 'panel.changes.field.brandName' },
  isActive: { schema: z.boolean(), initial: true, label: 'panel.changes.field.isActive' },
} satisfies RecordFields
