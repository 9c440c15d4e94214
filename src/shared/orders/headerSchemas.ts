import { z } from 'zod'
import { line } from '#shared/endpoint.ts'
import { plainText } from '#shared/text/text.ts'
import { type HeaderName, type HeaderValues, type headerFields, headerOf } from './headerFields.ts'

/** Two decimals. */
export const discountPercent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Number(value.toFixed(2)) === value, { params: { key: 'field.invalid' } })

const text = ({ maxLength = 0, isMultiline = false }): z.ZodType<string, string> =>
  isMultiline ? z.string().transform(plainText).pipe(z.string().max(maxLength)) : line(maxLength)

type SchemaOf<Name extends HeaderName> = z.ZodType<HeaderValues[Name], HeaderValues[Name]>

/** The header of an order that is placed or amended. */
export const orderHeader = headerOf((_, field) => {
  const schema: z.ZodType = field.kind === 'percent' ? discountPercent : text(field)
  return field.isKept === 'ifOmitted' ? schema.optional() : schema.default('')
}) as unknown as {
  [Name in HeaderName]: (typeof headerFields)[Name]['isKept'] extends 'ifOmitted'
    ? z.ZodOptional<SchemaOf<Name>>
    : z.ZodDefault<SchemaOf<Name>>
}

/** The header of a draft; what is omitted is empty. */
export const draftHeader = headerOf((_, field) =>
  field.kind === 'percent' ? z.number().min(0).max(100).default(0) : text(field).default(''),
) as unknown as { [Name in HeaderName]: z.ZodDefault<SchemaOf<Name>> }

/** The header of an order or draft as it is read. */
export const shownHeader = headerOf((_, { kind }) =>
  kind === 'percent' ? z.number() : z.string(),
) as unknown as { [Name in HeaderName]: z.ZodType<HeaderValues[Name]> }
