import {
  accessError,
  type Domain,
  OdooFault,
  OdooRecords,
  type Row,
  userError,
  validationError,
} from './odooRecords.ts'

/** After the sources of Odoo 17 to 19 (addons sale, sale_stock, stock, product, base_vat). */

export type Called = {
  model: string
  method: string
  ids: number[]
  args: Record<string, unknown>
  context: Record<string, unknown>
}

export type Rights = { uid: number; companies: number[]; denied: string[] }

const signatures: Record<string, string[]> = {
  context_get: [],
  search_read: ['domain', 'fields', 'offset', 'limit', 'order'],
  search_count: ['domain', 'limit'],
  fields_get: ['allfields', 'attributes'],
  create: ['vals_list'],
  write: ['vals'],
  unlink: [],
  action_confirm: [],
  action_cancel: [],
}

const fieldTypes: Record<string, Record<string, string>> = {
  'sale.order': {
    origin: 'char',
    note: 'html',
    commitment_date: 'datetime',
    x_ordered_on: 'date',
    team_id: 'many2one',
    x_pieces: 'integer',
    x_urgent: 'boolean',
  },
  'product.product': { is_storable: 'boolean' },
}

export class OdooModels {
  readonly records = new OdooRecords()
  private orders = 0
  /** Since Odoo 18. */
  readonly hasStorable: boolean
  constructor(hasStorable: boolean) {
    this.hasStorable = hasStorable
  }

  call(called: Called, rights: Rights): unknown {
    const { model, method, ids, args, context } = called
    // get_public_method
    if (method.startsWith('_'))
      throw accessError(`Private methods (such as '${model}.${method}') cannot be called remotely.`)
    const signature = signatures[method]
    if (!signature)
      throw new OdooFault('builtins.AttributeError', `The method '${model}.${method}' does not exist`, 404)
    const unknownName = Object.keys(args).find((name) => !signature.includes(name))
    if (unknownName !== undefined)
      throw new OdooFault('builtins.TypeError', `got an unexpected keyword argument '${unknownName}'`, 422)
    const companies = (context.allowed_company_ids ?? rights.companies) as number[]
    if (companies.some((id) => !rights.companies.includes(id))) {
      throw accessError('Access to unauthorized or invalid companies.')
    }
    if (rights.denied.includes(`${model}.${method}`) || rights.denied.includes(model)) {
      throw accessError(`You are not allowed to access '${model}' records.`)
    }
    return this.dispatch({ model, method, ids, args, context }, rights)
  }

  private dispatch({ model, method, ids, args, context }: Called, rights: Rights): unknown {
    switch (method) {
      case 'context_get':
        return { lang: 'tr_TR', tz: 'Europe/Istanbul', uid: rights.uid }
      case 'search_read':
        return this.searchRead(model, args, context)
      case 'search_count':
        return this.records.search(model, args.domain as Domain, { context }).length
      case 'fields_get':
        return this.fieldsGet(model, args.allfields as string[])
      case 'create':
        return (args.vals_list as Record<string, unknown>[]).map((values) => this.create(model, values).id)
      case 'write':
        for (const id of ids) this.records.change(model, id, args.vals as Record<string, unknown>)
        return true
      case 'unlink':
        for (const id of ids) this.unlink(model, id)
        return true
      case 'action_confirm':
        for (const id of ids) this.confirm(id)
        return true
      default:
        for (const id of ids) this.records.change('sale.order', id, { state: 'cancel' })
        return true
    }
  }

  private searchRead(model: string, args: Record<string, unknown>, context: Record<string, unknown>) {
    const {
      domain = [],
      fields = [],
      limit,
      order,
    } = args as {
      domain?: Domain
      fields?: string[]
      limit?: number
      order?: string
    }
    const found = this.records.search(model, domain, { context, ...(order ? { order } : {}) })
    const rows = found.slice(0, limit ?? found.length)
    if (model === 'product.product') for (const row of rows) this.computeStock(row, context)
    return rows.map((row) => this.records.read(model, row, fields))
  }

  /** The warehouse is `warehouse` in 17, `warehouse_id` since. */
  private computeStock(row: Row, context: Record<string, unknown>): void {
    const warehouse = context[this.hasStorable ? 'warehouse_id' : 'warehouse']
    const moves = [...this.records.table('stock.move').values()].filter(
      (move) => move.product_id === row.id && (warehouse === undefined || move.warehouse === warehouse),
    )
    const sum = (state: string) =>
      moves.filter((move) => move.state === state).reduce((all, move) => all + Number(move.quantity), 0)
    row.qty_available = sum('done')
    row.outgoing_qty = sum('confirmed')
  }

  private fieldsGet(model: string, names: string[]) {
    const known = fieldTypes[model] ?? {}
    const has = (name: string) => name in known && (name !== 'is_storable' || this.hasStorable)
    return Object.fromEntries(names.filter(has).map((name) => [name, { type: known[name] }]))
  }

  private create(model: string, values: Record<string, unknown>): Row {
    if (model === 'res.partner') return this.createPartner(values)
    if (model === 'sale.order') return this.createOrder(values)
    return this.records.add(model, values)
  }

  private createPartner(values: Record<string, unknown>): Row {
    // As base_vat does.
    if (typeof values.vat === 'string' && !/^(?:TR)?\d{10}$/.test(values.vat)) {
      throw validationError(`The VAT number [${values.vat}] does not seem to be valid.`)
    }
    return this.records.add('res.partner', { active: true, parent_id: false, ...values })
  }

  private createOrder({ order_line: lines, ...values }: Record<string, unknown>): Row {
    if (!values.partner_id)
      throw validationError('Missing required value for the field Customer (partner_id)')
    const company = this.records.get('res.company', values.company_id)
    const list = this.records.get('product.pricelist', values.pricelist_id)
    this.orders += 1
    const name = `S${String(this.orders).padStart(5, '0')}`
    const currency = list?.currency_id ?? company?.currency_id
    const order = this.records.add('sale.order', { name, state: 'draft', ...values, currency_id: currency })
    const commands = lines as [number, number, Record<string, unknown>][]
    try {
      for (const [, , line] of commands) this.createLine(order, line)
    } catch (error) {
      // Sequence numbers are not rolled back.
      for (const { id } of this.linesOf(order.id)) this.records.remove('sale.order.line', id)
      this.records.remove('sale.order', order.id)
      throw error
    }
    this.computeAmounts(order.id)
    return order
  }

  private createLine(order: Row, values: Record<string, unknown>): void {
    const isNote = Boolean(values.display_type)
    const product = this.records.get('product.product', values.product_id)
    if (!isNote && !product) throw validationError('Missing required fields on accountable sale order line.')
    this.records.add('sale.order.line', {
      display_type: false,
      // _compute_discount, unless given.
      discount: 10,
      ...values,
      order_id: order.id,
      company_id: order.company_id,
      ...(isNote ? { product_uom_qty: 0, price_unit: 0 } : {}),
    })
  }

  linesOf(orderId: number): Row[] {
    return this.records.search('sale.order.line', [['order_id', '=', orderId]], { order: 'sequence,id' })
  }

  /** _compute_amounts: excludes taxes contained in prices. */
  computeAmounts(orderId: number): void {
    const total = this.linesOf(orderId).reduce((sum, line) => {
      const rate = Number(this.records.get('product.product', line.product_id)?.included_tax ?? 0)
      const price = Number(line.price_unit ?? 0) * (1 - Number(line.discount ?? 0) / 100)
      return sum + Math.round(Number(line.product_uom_qty ?? 0) * (price / (1 + rate)) * 100) / 100
    }, 0)
    const order = this.records.get('sale.order', orderId)
    if (!order) return
    order.amount_untaxed = total
    order.amount_tax = 0
  }

  private unlink(model: string, id: number): void {
    const row = this.records.get(model, id)
    if (model === 'sale.order' && row && !['draft', 'cancel'].includes(String(row.state))) {
      throw userError(
        'You can not delete a sent quotation or a confirmed sales order. You must first cancel it.',
      )
    }
    for (const line of model === 'sale.order' ? this.linesOf(id) : [])
      this.records.remove('sale.order.line', line.id)
    this.records.remove(model, id)
  }

  private confirm(id: number): void {
    const order = this.records.get('sale.order', id)
    if (!order || !['draft', 'sent'].includes(String(order.state))) {
      throw userError('Some orders are not in a state requiring confirmation.')
    }
    // Like a credit limit module.
    const partner = this.records.get('res.partner', order.partner_id)
    if (partner?.is_over_limit === true) throw userError('The credit limit of this customer is reached.')
    this.records.change('sale.order', id, { state: 'sale' })
    for (const line of this.linesOf(id)) {
      if (line.display_type) continue
      const { product_id, product_uom_qty: quantity } = line
      const warehouse = order.warehouse_id || 1
      this.records.add('stock.move', { product_id, quantity, warehouse, state: 'confirmed' })
    }
  }
}
