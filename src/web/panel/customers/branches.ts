import type { BranchDraft } from './customerDraft.ts'

/** A branch without code or name, or with another one's code, cannot be saved. */
export function isIncomplete(branch: BranchDraft, all: BranchDraft[]): boolean {
  const code = branch.subCurrAccCode.trim()
  if (!code || !branch.companyName.trim()) return true
  return all.some((other) => other !== branch && other.subCurrAccCode.trim() === code)
}

/** An item's index after moving one item. */
export function movedIndex(index: number, from: number, to: number): number {
  if (index === from) return to
  if (from < index && index <= to) return index - 1
  if (to <= index && index < from) return index + 1
  return index
}
