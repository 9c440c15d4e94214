/** The column of a field: `currencyCode` is `currency_code`. */
export const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** SQL: the columns of fields, named as the fields. */
export const selected = (fields: readonly string[]) =>
  fields.map((field) => `${columnOf(field)} as "${field}"`).join(', ')

/** SQL: fields set to values from this placeholder on. */
export const assigned = (fields: readonly string[], first: number) =>
  fields.map((field, index) => `${columnOf(field)} = $${index + first}`).join(', ')

export const pick = <Row, Field extends keyof Row>(row: Row, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, Field>
