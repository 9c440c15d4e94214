import type { CartLine } from '../cart/stored/cart.ts'
import { Shown } from './Price.tsx'
import { useLinePrice } from './pricing.ts'

/** Price of one unit of a line of the cart. */
export function UnitPrice({ line }: { line: CartLine }) {
  const price = useLinePrice(line)
  return (
    <Shown
      price={price}
      listPrice={line.unitPrice}
      currency={line.priceCurrencyCode}
      of={line}
      why={(pricing, cart) => pricing.whyLine(line, cart)}
    />
  )
}
