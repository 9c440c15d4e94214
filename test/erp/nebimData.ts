export class NebimFault extends Error {
  readonly code: number
  constructor(message: string, code = 400) {
    super(message)
    this.code = code
  }
}

type Line = {
  UsedBarcode?: string
  LotBarcode?: string
  ItemCode?: string
  ColorCode?: string
  ItemDim1Code?: string
  LotCode?: string
  Qty1: number
  Price: number
}
export type NebimItem = {
  ItemCode: string
  ColorCode: string
  ItemDim1Code: string
  LotCode: string
  Barcode: string
  Description: string
  IsBlocked: boolean
  Changed: string
  /** Pieces per lot. */
  pieces: number
  Available: number
  prices: Record<string, [amount: number, currency: string]>
}
export type NebimCustomer = Record<string, unknown> & { CurrAccCode: string; Changed: string }
export type NebimOrder = {
  OrderHeaderID: string
  OrderNumber: string
  OrderKey: string
  CurrencyCode: string
  TotalAmount: number
  LineCount: number
  Changed: string
  model: Record<string, unknown>
}
type Row = Record<string, unknown>
type Asked = { Key?: string; Since?: string; After?: string; Take?: string }

export class NebimData {
  readonly orders: NebimOrder[] = []
  readonly customers: NebimCustomer[] = []
  readonly items: NebimItem[] = []
  readonly procedures = new Map<string, (asked: Asked) => Row[]>([
    ['usp_ToptanOrders', (asked) => this.readOrders(asked)],
    [
      'usp_ToptanCustomers',
      (asked) =>
        this.changed(
          this.customers.map((row) => ({ ...row, RowKey: row.CurrAccCode })),
          asked,
        ),
    ],
    [
      'usp_ToptanProducts',
      (asked) =>
        this.changed(
          this.items.map((item) => ({ ...item, RowKey: keyOf(item) })),
          asked,
        ),
    ],
    [
      'usp_ToptanStock',
      (asked) =>
        this.paged(
          this.items.map((item) => ({ ...item, RowKey: keyOf(item) })),
          asked,
        ),
    ],
    ['usp_ToptanPrices', (asked) => this.paged(this.items.flatMap(pricesOf), asked)],
  ])
  private clock = Date.UTC(2026, 2, 1, 8, 0, 0)

  advanceClock(milliseconds: number): void {
    this.clock += milliseconds
  }
  /** SQL Server's style 121. */
  stamp(): string {
    this.clock += 10
    return new Date(this.clock).toISOString().slice(0, 23).replace('T', ' ')
  }

  run(name: string, parameters: { Name: string; Value: unknown }[]): Row[] {
    const procedure = this.procedures.get(name)
    if (!procedure) throw new NebimFault(`Could not find stored procedure '${name}'.`)
    const wanted =
      name === 'usp_ToptanOrders' ? ['Key', 'Since', 'After', 'Take'] : ['Since', 'After', 'Take']
    const given = parameters.map(({ Name }) => Name)
    const unknownName = given.find((one) => !wanted.includes(one))
    if (unknownName !== undefined)
      throw new NebimFault(`@${unknownName} is not a parameter for procedure ${name}.`)
    const missing = wanted.find((one) => !given.includes(one))
    if (missing !== undefined)
      throw new NebimFault(`Procedure '${name}' expects parameter '@${missing}', which was not supplied.`)
    if (parameters.some(({ Value }) => typeof Value !== 'string'))
      throw new NebimFault('Value must be a string')
    return procedure(Object.fromEntries(parameters.map(({ Name, Value }) => [Name, String(Value)])))
  }

  post(model: Record<string, unknown>): NebimOrder {
    if (model.ModelType !== 5) throw new NebimFault(`ModelType ${String(model.ModelType)} is not known`)
    const customer = this.customers.find(({ CurrAccCode: code }) => code === model.CustomerCode)
    if (!customer) throw new NebimFault(`Müşteri bulunamadı: ${String(model.CustomerCode)}`)
    if (!model.OfficeCode) throw new NebimFault('OfficeCode boş olamaz')
    const { DocCurrencyCode: currency = 'TRY', InternalDescription: key = '' } = model as Record<
      string,
      string
    >
    if (!['TRY', 'EUR', 'USD'].includes(currency))
      throw new NebimFault(`Para birimi tanımlı değil: ${currency}`)
    const lines = ((model.Lines ?? []) as Line[]).map((line) => {
      this.itemOf(line)
      return line.Qty1 * line.Price
    })
    const sums = ((model.SumLines ?? []) as Line[]).map(
      (line) => line.Qty1 * this.itemOf(line).pieces * line.Price,
    )
    const number = this.orders.length + 1
    const order = {
      OrderHeaderID: `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`,
      OrderNumber: `1-WS-1-${number}`,
      OrderKey: key,
      CurrencyCode: currency,
      TotalAmount: Math.round([...lines, ...sums].reduce((sum, one) => sum + one, 0) * 100) / 100,
      LineCount: lines.length + sums.length,
      Changed: this.stamp(),
      model,
    }
    this.orders.push(order)
    return order
  }

  private itemOf(line: Line): NebimItem {
    const barcode = line.UsedBarcode ?? line.LotBarcode
    const item = this.items.find((one) =>
      barcode === undefined
        ? one.ItemCode === line.ItemCode &&
          one.ColorCode === line.ColorCode &&
          (line.LotCode === undefined ? one.ItemDim1Code === line.ItemDim1Code : one.LotCode === line.LotCode)
        : one.Barcode === barcode,
    )
    if (!item || item.IsBlocked) throw new NebimFault(`Ürün bulunamadı: ${barcode ?? line.ItemCode ?? ''}`)
    return item
  }

  private readOrders(asked: Asked): Row[] {
    const rows = this.orders.map(({ model: _model, ...row }) => ({ ...row, RowKey: row.OrderHeaderID }))
    const ours = rows.filter(({ OrderKey: key }) => (asked.Key ? key === asked.Key : key !== ''))
    return asked.Key ? ours : this.changed(ours, asked)
  }

  private changed(
    rows: (Row & { RowKey: string; Changed: string })[],
    { Since = '', After = '', Take = '0' }: Asked,
  ) {
    return rows
      .filter((row) => row.Changed > Since || (row.Changed === Since && row.RowKey > After))
      .toSorted((one, other) =>
        `${one.Changed} ${one.RowKey}` < `${other.Changed} ${other.RowKey}` ? -1 : 1,
      )
      .slice(0, Number(Take))
  }
  private paged(rows: (Row & { RowKey: string })[], { After = '', Take = '0' }: Asked): Row[] {
    return rows
      .filter((row) => row.RowKey > After)
      .toSorted((one, other) => (one.RowKey < other.RowKey ? -1 : 1))
      .slice(0, Number(Take))
  }
}

const keyOf = ({ ItemCode, ColorCode, ItemDim1Code, LotCode }: NebimItem) =>
  [ItemCode, ColorCode, ItemDim1Code, LotCode].join('|')

const pricesOf = (item: NebimItem) =>
  Object.entries(item.prices).map(([PriceGroupCode, [Price, CurrencyCode]]) => ({
    ...item,
    RowKey: `${keyOf(item)}|${PriceGroupCode}`,
    PriceGroupCode,
    // A number, or text if the procedure converts it.
    Price: PriceGroupCode === 'TEXT' ? String(Price) : Price,
    CurrencyCode,
  }))
