import type { OrderDetail } from '#shared/orders/orders.ts'
import { type TaxSum, taxOfOrder } from '#shared/pricing/tax.ts'

/** VAT as stored with an order. */
export const taxesOfOrder = ({
  lines,
  taxRounding,
}: Pick<OrderDetail, 'taxRounding'> & {
  lines: Omit<OrderDetail['lines'][number], 'inventory'>[]
}): TaxSum[] =>
  taxOfOrder(
    lines.map(({ priceCurrencyCode: currency, ...line }) => ({ ...line, currency })),
    taxRounding,
  )
