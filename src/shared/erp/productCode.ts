import { variantCodeFields } from '#shared/catalogue/catalogueFields.ts'

const ownParts = ['itemCode', 'colorCode', 'size', 'lotCode'] as const
/** With each code that a size has of its own. */
export const codeParts = [...ownParts, ...variantCodeFields] as const
export type CodePart = (typeof codeParts)[number]
export type CodeParts = Record<CodePart, string>

export const defaultProductCode = '{itemCode}-{colorCode}-{size}{lotCode}'

/**
 * The ERP's product code by pattern: `{itemCode}-{colorCode}-{size}{lotCode}` gives A1-01-XL, or A1-01-L12 for a lot.
 * Empty parts drop their separator.
 */
export function productCodeOf(pattern: string, product: CodeParts): string {
  const code = pattern.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const part = codeParts.find((one) => one === name)
    return part ? product[part] : whole
  })
  return code.replace(/([-_./ ])[-_./ ]+/g, '$1').replace(/^[-_./ ]+|[-_./ ]+$/g, '')
}
