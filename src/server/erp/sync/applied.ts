import type { RefusedReason } from '#shared/erp.ts'

/** What came of rows that the ERP gave us. */
export type Applied = {
  added: number
  updated: number
  unchanged: number
  /** The rows that could not be taken, each with what people call it and why. */
  refused: Refused[]
}

export type Refused = { name: string; reason: RefusedReason }

export const nothingApplied = (): Applied => ({ added: 0, updated: 0, unchanged: 0, refused: [] })

export function together(one: Applied, other: Applied): Applied {
  return {
    added: one.added + other.added,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
    refused: [...one.refused, ...other.refused],
  }
}
