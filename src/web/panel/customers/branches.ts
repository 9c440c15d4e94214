import type { BranchDraft } from './customerDraft.ts'

/** Whether a branch cannot be saved as it is: without a code or name, or with a code that another one has. */
export function isUnfinished(branch: BranchDraft, all: BranchDraft[]): boolean {
  const code = branch.subCurrAccCode.trim()
  if (!code || !branch.companyName.trim()) return true
  return all.some((other) => other !== branch && other.subCurrAccCode.trim() === code)
}

/** Where an item of a list is after one of them has been taken from one place to another. */
export function movedIndex(index: number, from: number, to: number): number {
  if (index === from) return to
  if (from < index && index <= to) return index - 1
  if (to <= index && index < from) return index + 1
  return index
}
