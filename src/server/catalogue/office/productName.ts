/** The product's name in the change log. */
export function nameOf(product: { itemCode: string; colorCode: string; itemDescription: string }): string {
  return [product.itemCode, product.colorCode, product.itemDescription].filter(Boolean).join(' ')
}
