import { useState } from 'react'
import type { z } from 'zod'
import { CallFailed } from '#web/api.ts'
import type { Draft } from './draft.ts'
import { useRecordForm } from './useRecordForm.ts'

type Options<Schema extends z.ZodType, Stored, Reply> = {
  schema: Schema
  stored: Stored
  draftOf: (stored: Stored) => Draft<z.input<Schema>>
  /** `version` is that of the loaded or last saved state, never of a background refetch. */
  save: (values: z.input<Schema>, version: number) => Promise<Reply>
  load: () => Promise<{ data: Stored }>
  /** The stored record after a save, besides its version. */
  toStored?: (values: z.input<Schema>, before: Stored) => Partial<Stored>
  onSaved?: (reply: Reply, values: z.input<Schema>) => void
  onLoaded?: (fresh: Stored) => void
}

/**
 * A form for a record that others may change meanwhile: their save or deletion refuses this one, and the page
 * then offers to load again.
 */
export function useStoredForm<
  Schema extends z.ZodType,
  Stored extends { version: number },
  Reply extends { version: number },
>({ schema, stored, draftOf, save, load, toStored, onSaved, onLoaded }: Options<Schema, Stored, Reply>) {
  const [current, setCurrent] = useState(stored)
  const [isStale, setIsStale] = useState(false)
  const change = (part: Partial<Stored>) => setCurrent((before) => ({ ...before, ...part }))
  const form = useRecordForm({
    schema,
    initial: draftOf(stored),
    save: (values) =>
      save(values, current.version).catch((error: unknown) => {
        setIsStale(isEditConflict(error))
        throw error
      }),
    onSaved: (reply, values) => {
      setIsStale(false)
      setCurrent((before) => ({ ...before, ...toStored?.(values, before), version: reply.version }))
      onSaved?.(reply, values)
    },
  })
  const reload = async () => {
    const { data: fresh } = await load()
    setIsStale(false)
    setCurrent(fresh)
    form.discard()
    form.restart(draftOf(fresh))
    onLoaded?.(fresh)
  }
  return {
    ...form,
    /** As last loaded or saved. */
    current,
    change,
    reload,
    loadAgain: isStale ? reload : undefined,
  }
}

/** Whether someone else changed or deleted the record first. */
const isEditConflict = (error: unknown) =>
  error instanceof CallFailed && (error.code === 'record.changed' || error.code === 'notFound')
