import { z } from 'zod'
import { line } from '#shared/endpoint.ts'
import {
  type FieldKind,
  type VariantField,
  variantField,
  variantFieldNames,
  type variantFields,
} from './catalogueFields.ts'
import type { LotSize } from './lots.ts'

type KindValue = {
  text: string
  code: string
  count: number
  stock: number
  flag: boolean
  lotSizes: LotSize[]
}
export type VariantValue<Name extends VariantField> = KindValue[(typeof variantFields)[Name]['kind']]

export function code(max: number) {
  return line(max).transform((text) => text.normalize('NFC'))
}
export const requiredCode = (max: number) => code(max).pipe(z.string().min(1))

const lotSize = z.object({ size: requiredCode(10), pieces: z.int().min(1).max(10_000) })

const given: Record<FieldKind, (name: VariantField) => z.ZodType> = {
  text: (name) => line(variantField(name).maxLength ?? 255),
  code: (name) => code(variantField(name).maxLength ?? 255),
  count: (name) => number(name),
  stock: (name) => number(name),
  flag: () => z.boolean(),
  lotSizes: () => z.array(lotSize).max(50),
}

function number(name: VariantField) {
  const { min = 0, max = 2_147_483_647 } = variantField(name)
  return z.int().min(min).max(max)
}

export const sentValue = <Name extends VariantField>(name: Name) =>
  given[variantField(name).kind](name) as z.ZodType<VariantValue<Name>, VariantValue<Name>>

const read: Record<FieldKind, () => z.ZodType> = {
  text: () => z.string(),
  code: () => z.string(),
  count: () => z.int(),
  stock: () => z.int(),
  flag: () => z.boolean(),
  lotSizes: () => z.array(z.object({ size: z.string(), pieces: z.int() })),
}

export const readValue = <Name extends VariantField>(name: Name) =>
  read[variantField(name).kind]() as z.ZodType<VariantValue<Name>, VariantValue<Name>>

/** The order of the list gives the sort order. */
export type OwnField = Exclude<VariantField, 'sortOrder'>
export const ownFields = variantFieldNames.filter((name): name is OwnField => name !== 'sortOrder')

/** Omitted fields get their default. */
export const sentShape = Object.fromEntries(
  ownFields.map((name) => [name, sentValue(name).default(variantField(name).empty as never)]),
) as unknown as { [Name in OwnField]: z.ZodDefault<z.ZodType<VariantValue<Name>, VariantValue<Name>>> }

export const readShape = Object.fromEntries(ownFields.map((name) => [name, readValue(name)])) as unknown as {
  [Name in OwnField]: z.ZodType<VariantValue<Name>, VariantValue<Name>>
}
