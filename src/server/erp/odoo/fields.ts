import type { ErpDocument } from '#shared/erp/document.ts'
import { fillPattern } from '#shared/erp/fieldPattern.ts'
import type { OdooSettings } from '#shared/erp/odoo.ts'
import { ErpError } from '../connector.ts'
import { timeOf } from './replies.ts'

/** The further fields of the setup, each as its type in Odoo wants it. Empty ones are emptied there too. */
export function fieldValues(
  { fields }: Pick<OdooSettings, 'fields'>,
  types: ReadonlyMap<string, string>,
  document: ErpDocument,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, value }) => {
      const filled = fillPattern(value, document).trim()
      return [name, filled === '' ? false : valueOf(name, filled, types.get(name) ?? '')]
    }),
  )
}

function valueOf(name: string, filled: string, type: string): unknown {
  const wrong = () => new ErpError('rejected', `The Odoo field ${name} does not accept "${filled}" (${type})`)
  switch (type) {
    case 'char':
    case 'text':
    case 'html':
    case 'selection':
      return filled
    case 'date':
      return filled.slice(0, 10)
    case 'datetime':
      if (Number.isNaN(Date.parse(filled))) throw wrong()
      return timeOf(filled)
    case 'boolean':
      return /^(?:1|true|yes)$/i.test(filled)
    // A record is referred to by its number.
    case 'integer':
    case 'many2one':
      if (!/^-?\d+$/.test(filled)) throw wrong()
      return Number(filled)
    case 'float':
    case 'monetary':
      if (!Number.isFinite(Number(filled))) throw wrong()
      return Number(filled)
    default:
      throw wrong()
  }
}
