import type { ErpKind } from '../erp.ts'

/** What programs call themselves; the other kinds of link lead to any. */
export const programNames: Partial<Record<ErpKind, string>> & Record<'tryton' | 'nebim' | 'odoo', string> = {
  tryton: 'Tryton',
  nebim: 'Nebim V3',
  odoo: 'Odoo',
}
