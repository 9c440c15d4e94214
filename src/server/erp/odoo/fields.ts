import type { ErpDocument } from '#shared/erp/document.ts'
import { fillPattern } from '#shared/erp/fieldPattern.ts'
import type { OdooSettings } from '#shared/erp/odoo.ts'
import { ErpError } from '../connector.ts'
import { timeOf } from './replies.ts'

/** The additional fields in their Odoo types. Empty values clear the field. */
export function fieldValues(
  { fields }: Pick<OdooSettings, 'fields'>,
  types: ReadonlyMap<string, string>,
  document: ErpDocument,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, value }) => {
      const filled = fillPattern(value, document).trim()
      return [name, filled === '' ? false : convertValue(name, filled, types.get(name) ?? '')]
    }),
  )
}

function convertValue(name: string, filled: string, type: string): unknown {
  const invalidValue = () =>
    new ErpError('rejected', `The Odoo field ${name} does not accept "${filled}" (${type})`)
  switch (type) {
    case 'char':
    case 'text':
    case 'html':
    case 'selection':
      return filled
    case 'date':
      return filled.slice(0, 10)
    case 'datetime':
      if (Number.isNaN(Date.parse(filled))) throw invalidValue()
      return timeOf(filled)
    case 'boolean':
      return /^(?:1|true|yes)$/i.test(filled)
    case 'integer':
    case 'many2one':
      if (!/^-?\d+$/.test(filled)) throw invalidValue()
      return Number(filled)
    case 'float':
    case 'monetary':
      if (!Number.isFinite(Number(filled))) throw invalidValue()
      return Number(filled)
    default:
      throw invalidValue()
  }
}
