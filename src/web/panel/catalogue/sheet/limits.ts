import type { z } from 'zod'
import type { getProductSheet, maxSheetRows } from '#shared/productSheet.ts'

export type SheetRequest = z.input<typeof getProductSheet.input>

// Repeats the contract's limit, to keep its schemas out of the page.
export const maxRows = 20_000 satisfies typeof maxSheetRows
