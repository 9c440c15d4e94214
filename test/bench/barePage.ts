// Baseline: the shop's cards drawn by React alone.
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Product } from '#shared/catalogue/catalogue.ts'

const products = JSON.parse(document.getElementById('products')?.textContent ?? '[]') as Product[]

function Card({ product }: { product: Product }) {
  const [open, setOpen] = useState(false)
  const id = `${product.itemCode}-${product.colorCode}`
  const image = `/products/img640/${product.itemCode}/${product.colorCode}/${product.images[0]}`
  return h(
    'article',
    null,
    h('img', { src: image, alt: '', width: 170, height: 212, loading: 'lazy' }),
    h('p', null, product.brandName),
    h('h2', null, product.itemDescription),
    h('p', null, `${product.colorDescription} · ${product.itemCode}`),
    h('p', null, `${product.unitPrice} ${product.currencyCode}`),
    h(
      'button',
      { type: 'button', 'aria-expanded': open, 'aria-controls': id, onClick: () => setOpen(!open) },
      'Sizes',
    ),
    h(
      'ul',
      { id, hidden: !open },
      open && product.items.map((item) => h(Size, { key: item.productId, name: item.itemDim1Code })),
    ),
  )
}

function Size({ name }: { name: string }) {
  const [qty, setQty] = useState(0)
  const add = () => setQty(qty + 1)
  return h(
    'li',
    null,
    name,
    ' ',
    qty,
    h('button', { type: 'button', onClick: add }, qty === 0 ? 'Add' : 'More'),
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    h(
      'main',
      null,
      products.map((product) => h(Card, { key: product.itemCode + product.colorCode, product })),
    ),
  )
}
