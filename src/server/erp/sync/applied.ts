import type { RefusedReason } from '#shared/erp/erp.ts'

export type Applied = {
  added: number
  updated: number
  unchanged: number
  /** With a readable name. */
  refused: Refused[]
}

export type Refused = { name: string; reason: RefusedReason }

export const nothingApplied = (): Applied => ({ added: 0, updated: 0, unchanged: 0, refused: [] })

export function addApplied(one: Applied, other: Applied): Applied {
  return {
    added: one.added + other.added,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
    refused: [...one.refused, ...other.refused],
  }
}
