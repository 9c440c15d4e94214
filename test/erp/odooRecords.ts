/** The parts of Odoo's ORM that outside callers use. */

export type Row = Record<string, unknown> & { id: number }
export type Domain = (string | readonly unknown[])[]

export class OdooFault extends Error {
  readonly fault: string
  /** http_status in odoo/exceptions.py. */
  readonly status: number
  constructor(fault: string, message: string, status: number) {
    super(message)
    this.fault = fault
    this.status = status
  }
}
export const userError = (message: string) => new OdooFault('odoo.exceptions.UserError', message, 422)
export const validationError = (message: string) =>
  new OdooFault('odoo.exceptions.ValidationError', message, 422)
export const accessError = (message: string) => new OdooFault('odoo.exceptions.AccessError', message, 403)
export const missingError = () =>
  new OdooFault('odoo.exceptions.MissingError', 'Record does not exist or has been deleted.', 404)

const references: Record<string, Record<string, string>> = {
  'res.users': { company_id: 'res.company' },
  'res.company': { currency_id: 'res.currency', partner_id: 'res.partner' },
  'res.partner': { parent_id: 'res.partner', country_id: 'res.country' },
  'product.product': { product_tmpl_id: 'product.template', company_id: 'res.company' },
  'product.pricelist': { currency_id: 'res.currency', company_id: 'res.company' },
  'product.pricelist.item': {
    pricelist_id: 'product.pricelist',
    product_id: 'product.product',
    product_tmpl_id: 'product.template',
  },
  'sale.order': {
    partner_id: 'res.partner',
    partner_shipping_id: 'res.partner',
    company_id: 'res.company',
    currency_id: 'res.currency',
    pricelist_id: 'product.pricelist',
    warehouse_id: 'stock.warehouse',
    team_id: 'crm.team',
  },
  'sale.order.line': {
    order_id: 'sale.order',
    product_id: 'product.product',
    company_id: 'res.company',
  },
  'stock.warehouse': { company_id: 'res.company' },
  'stock.move': { product_id: 'product.product' },
  'crm.team': {},
}
const reverseReferences: Record<string, Record<string, { model: string; field: string }>> = {
  'res.partner': { child_ids: { model: 'res.partner', field: 'parent_id' } },
  'sale.order': { order_line: { model: 'sale.order.line', field: 'order_id' } },
}

export class OdooRecords {
  private readonly tables = new Map<string, Map<number, Row>>()
  /** Every write has its own time. */
  private clock = Date.UTC(2026, 2, 1, 8, 0, 0)

  has(model: string): boolean {
    return (
      model in references ||
      model === 'res.currency' ||
      model === 'res.country' ||
      model === 'product.template'
    )
  }
  table(model: string): Map<number, Row> {
    const known = this.tables.get(model) ?? new Map<number, Row>()
    this.tables.set(model, known)
    return known
  }
  advanceClock(milliseconds: number): void {
    this.clock += milliseconds
  }
  stamp(): string {
    this.clock += 7
    return new Date(this.clock).toISOString().replace('T', ' ').replace('Z', '')
  }
  add(model: string, values: Record<string, unknown>): Row {
    const rows = this.table(model)
    const id = Math.max(0, ...rows.keys()) + 1
    const row: Row = { ...values, id, write_date: this.stamp() }
    rows.set(id, row)
    return row
  }
  change(model: string, id: number, values: Record<string, unknown>): void {
    const row = this.table(model).get(id)
    if (!row) throw missingError()
    Object.assign(row, values, { write_date: this.stamp() })
  }
  remove(model: string, id: number): void {
    if (!this.table(model).delete(id)) throw missingError()
  }
  get(model: string, id: unknown): Row | undefined {
    return typeof id === 'number' ? this.table(model).get(id) : undefined
  }

  /** Omits archived records unless mentioned (active_test). */
  search(model: string, domain: Domain, { order = 'id', context = {} }: SearchOptions = {}): Row[] {
    const mentionsActive = domain.some((term) => Array.isArray(term) && term[0] === 'active')
    const hidesArchived = context.active_test !== false && !mentionsActive
    const rows = [...this.table(model).values()].filter(
      (row) => !(hidesArchived && row.active === false) && this.matches(model, row, domain),
    )
    const keys = order.split(',').map((part) => part.trim().split(' '))
    return rows.toSorted((one, other) => {
      for (const [name = 'id', direction] of keys) {
        const compared = compare(comparable(one[name]), comparable(other[name]))
        if (compared !== 0) return direction === 'desc' ? -compared : compared
      }
      return 0
    })
  }

  /** Polish notation; terms are joined by "and" by default. */
  private matches(model: string, row: Row, domain: Domain): boolean {
    let at = 0
    const next = (): boolean => {
      const term = domain[at]
      at += 1
      if (term === '|' || term === '&') {
        const [one, other] = [next(), next()]
        return term === '|' ? one || other : one && other
      }
      if (term === '!') return !next()
      const [path, operator, wanted] = term as [string, string, unknown]
      return this.values(model, row, path.split('.')).some((value) => satisfies(value, operator, wanted))
    }
    let all = true
    while (at < domain.length) all = next() && all
    return all
  }

  private values(model: string, row: Row, [name = '', ...rest]: string[]): unknown[] {
    const reverse = reverseReferences[model]?.[name]
    if (reverse) {
      const rows = [...this.table(reverse.model).values()].filter((one) => one[reverse.field] === row.id)
      return rows.flatMap((one) => (rest.length > 0 ? this.values(reverse.model, one, rest) : [one.id]))
    }
    const target = references[model]?.[name]
    if (rest.length === 0 || target === undefined) return [row[name] ?? false]
    const referred = this.get(target, row[name])
    return referred ? this.values(target, referred, rest) : [false]
  }

  /** Like `read`: references with names, `false` for empty, times in seconds. */
  read(model: string, row: Row, fields: string[]): Record<string, unknown> {
    const entries = fields.map((name) => {
      const reverse = reverseReferences[model]?.[name]
      if (reverse)
        return [name, this.search(reverse.model, [[reverse.field, '=', row.id]]).map(({ id }) => id)]
      const target = references[model]?.[name]
      if (target) {
        const referred = this.get(target, row[name])
        return [name, referred ? [referred.id, referred.name] : false]
      }
      const value = row[name]
      return [
        name,
        name.endsWith('_date') && typeof value === 'string' ? value.slice(0, 19) : (value ?? false),
      ]
    })
    return { id: row.id, ...Object.fromEntries(entries) }
  }
}

type SearchOptions = { order?: string; context?: Record<string, unknown> }

const comparable = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? value : '')

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one) < String(other) ? -1 : Number(String(one) > String(other))
}

function satisfies(value: unknown, operator: string, wanted: unknown): boolean {
  const isOrdered = value !== false && value !== null && value !== undefined
  switch (operator) {
    case '=':
      return value === wanted
    case '!=':
      return value !== wanted
    case 'in':
      return (wanted as unknown[]).includes(value)
    case 'not in':
      return !(wanted as unknown[]).includes(value)
    case '>':
      return isOrdered && compare(comparable(value), comparable(wanted)) > 0
    case '>=':
      return isOrdered && compare(comparable(value), comparable(wanted)) >= 0
    case '<':
      return isOrdered && compare(comparable(value), comparable(wanted)) < 0
    case '<=':
      return isOrdered && compare(comparable(value), comparable(wanted)) <= 0
    case '=like':
    case '=ilike': {
      const pattern = String(wanted)
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll('_', '.')
        .replaceAll('%', '.*')
      return (
        typeof value === 'string' && new RegExp(`^${pattern}$`, operator === '=ilike' ? 'i' : '').test(value)
      )
    }
    default:
      throw new OdooFault('builtins.ValueError', `Invalid operator ${operator}`, 500)
  }
}
