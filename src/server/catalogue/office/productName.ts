/** What the change log calls a product. */
export function nameOf(product: { itemCode: string; colorCode: string; itemDescription: string }): string {
  return [product.itemCode, product.colorCode, product.itemDescription].filter(Boolean).join(' ')
}
