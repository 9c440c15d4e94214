import { variantCodeFields, variantFields } from '#shared/catalogue/catalogueFields.ts'

/* The codes of sizes and lots as SQL: each is unique for a tenant, and found by an index of its own. */

/** With the columns of `variants`. */
export const codeColumns = variantCodeFields.map((name) => ({ name, column: variantFields[name].column }))

/** SQL: whether one of the variant's codes is among these, an array. */
export const hasCode = (variant: string, codes: string) =>
  `(${codeColumns.map(({ column }) => `${variant}.${column} = any (${codes})`).join(' or ')})`

/** SQL query: who has one of the codes, in the array of a parameter. */
export const ownersOf = (codes: string) =>
  codeColumns
    .map(
      ({ name, column }) => `
    select '${name}' as field, v.${column} as code, v.id, v.product_id, v.size || v.lot_code as name
    from variants v where v.tenant_id = $1 and v.${column} = any (${codes}::text[])`,
    )
    .join(' union all ')
