import { useState } from 'react'
import type { ImportDefaults, ImportDetail } from '#shared/imports.ts'

type File = NonNullable<ImportDetail['file']>
type Layout = ImportDetail['layouts'][number]

/** How the columns of a file are to be read, while somebody is deciding it. */
export type ColumnsDraft = { supplier: string; targets: string[]; defaults: ImportDefaults }

/** The draft of a file's columns, beginning with what was recognised or remembered. */
export function useColumnsDraft(run: ImportDetail, file: File) {
  const [draft, setDraft] = useState<ColumnsDraft>(() => ({
    supplier: run.supplier || knownFor(run, file)?.supplier || '',
    targets: file.columns.map(({ target }) => target),
    defaults: file.defaults,
  }))
  return {
    draft,
    setTarget: (at: number, target: string) =>
      setDraft((before) => ({ ...before, targets: before.targets.with(at, target) })),
    setDefault: (name: keyof ImportDefaults, value: string) =>
      setDraft((before) => ({ ...before, defaults: { ...before.defaults, [name]: value } })),
    setSupplier: (supplier: string) => setDraft((before) => ({ ...before, supplier })),
    /** Puts in place what is remembered of a supplier. */
    take: ({ supplier, targets, defaults }: Layout) => setDraft({ supplier, targets, defaults }),
  }
}

/** The supplier whose remembered columns this file was read by. */
export function knownFor({ layouts }: ImportDetail, file: File): Layout | undefined {
  if (!file.columns.some(({ foundBy }) => foundBy === 'layout')) return undefined
  return layouts.find(({ targets }) => targets.every((target, at) => target === file.columns[at]?.target))
}

/** Places of columns that say the same thing as one before them. */
export function repeated(targets: readonly string[]): Set<number> {
  return new Set(targets.flatMap((target, at) => (target !== '' && targets.indexOf(target) < at ? [at] : [])))
}
