import type { z } from 'zod'
import type { getProductSheet, mostSheetRows } from '#shared/productSheet.ts'

export type GivenSheetFilter = z.input<typeof getProductSheet.input>

// Stands here again: the contract's own comes with its schemas, which the page does without.
export const mostRows = 20_000 satisfies typeof mostSheetRows
