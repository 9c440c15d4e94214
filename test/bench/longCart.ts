import type { Product } from '#shared/catalogue/catalogue.ts'

type StoredCart = { state: { lines: Record<string, unknown>[] } }

/** A stored cart of `count` lines, made from its first line and `products`. */
export function lengthenCart(stored: string, products: Product[], count: number): string {
  const cart = JSON.parse(stored) as StoredCart
  const [first] = cart.state.lines
  if (!first) throw new Error('The cart has no line to take after')
  const lines = products.flatMap((product) =>
    product.items.map((item) => {
      const known: Record<string, unknown> = { ...product, ...item, qty: 1 }
      return Object.fromEntries(Object.entries(first).map(([name, value]) => [name, known[name] ?? value]))
    }),
  )
  return JSON.stringify({ ...cart, state: { ...cart.state, lines: lines.slice(0, count) } })
}
