import { requiredLine } from '#shared/endpoint.ts'
import { brandFields } from './brandFields.ts'
import type { RecordFields } from './recordField.ts'

export const categoryFields = {
  /** No `>`, with or without spaces: it would look like a path. */
  categoryName: {
    schema: requiredLine(100).refine((name) => !name.includes('>'), { params: { key: 'field.noPath' } }),
    label: 'panel.changes.field.categoryName',
  },
  isActive: brandFields.isActive,
} satisfies RecordFields
