import { useState } from 'react'
import type { ImportDefaults, ImportDetail } from '#shared/imports.ts'

type File = NonNullable<ImportDetail['file']>
type Layout = ImportDetail['layouts'][number]

export type ColumnsDraft = { supplier: string; targets: string[]; defaults: ImportDefaults }

/** Starts from the recognised or remembered columns. */
export function useColumnsDraft(run: ImportDetail, file: File) {
  const [draft, setDraft] = useState<ColumnsDraft>(() => ({
    supplier: run.supplier || matchedLayout(run, file)?.supplier || '',
    targets: file.columns.map(({ target }) => target),
    defaults: file.defaults,
  }))
  return {
    draft,
    setTarget: (index: number, target: string) =>
      setDraft((before) => ({ ...before, targets: before.targets.with(index, target) })),
    setDefault: (name: keyof ImportDefaults, value: string) =>
      setDraft((before) => ({ ...before, defaults: { ...before.defaults, [name]: value } })),
    setSupplier: (supplier: string) => setDraft((before) => ({ ...before, supplier })),
    applyLayout: ({ supplier, targets, defaults }: Layout) => setDraft({ supplier, targets, defaults }),
  }
}

/** The supplier whose remembered columns matched this file. */
export function matchedLayout({ layouts }: ImportDetail, file: File): Layout | undefined {
  if (!file.columns.some(({ foundBy }) => foundBy === 'layout')) return undefined
  return layouts.find(({ targets }) =>
    targets.every((target, index) => target === file.columns[index]?.target),
  )
}

/** Indexes of columns whose target an earlier column already has. */
export function duplicateTargets(targets: readonly string[]): Set<number> {
  return new Set(
    targets.flatMap((target, index) => (target !== '' && targets.indexOf(target) < index ? [index] : [])),
  )
}
