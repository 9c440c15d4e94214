import type { ErpKind } from '../erp.ts'

/** Other kinds of link work with any program. */
export const programNames: Partial<Record<ErpKind, string>> & Record<'tryton' | 'nebim' | 'odoo', string> = {
  tryton: 'Tryton',
  nebim: 'Nebim V3',
  odoo: 'Odoo',
}
