/** The parts of a product that its code in the ERP is put together from. */
export const codeParts = ['itemCode', 'colorCode', 'size', 'lotCode', 'barcode'] as const
export type CodePart = (typeof codeParts)[number]
export type CodeParts = Record<CodePart, string>

export const defaultProductCode = '{itemCode}-{colorCode}-{size}{lotCode}'

/**
 * What the ERP calls a product, by the link's pattern: `{itemCode}-{colorCode}-{size}{lotCode}` is A1-01-XL, and of a lot
 * A1-01-L12. What the product does not have leaves nothing behind, its separator included.
 */
export function productCodeOf(pattern: string, product: CodeParts): string {
  const code = pattern.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const part = codeParts.find((one) => one === name)
    return part ? product[part] : whole
  })
  return code.replace(/([-_./ ])[-_./ ]+/g, '$1').replace(/^[-_./ ]+|[-_./ ]+$/g, '')
}
