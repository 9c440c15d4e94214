import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import type { RecordForm } from '../../form/useRecordForm.ts'
import { hasChanges, type ItemDraft } from './itemDraft.ts'
import { inputOf } from './itemInput.ts'
import { type ItemStore, setRows } from './itemStore.ts'

type Options = {
  store: ItemStore
  isNew: boolean
  /** After a save; `typed` is what was sent, which may have been typed on since. */
  onSaved: (typed: ItemDraft) => Promise<void> | void
}

/** The form of an item: as useRecordForm for FormPage, over a draft that renders row by row. */
export function useItemForm({ store, isNew, onSaved }: Options): RecordForm & { isStale: boolean } {
  const queries = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  const isUnderWay = useRef(false)
  const [isSaving, setIsSaving] = useState(false)
  const [isStale, setIsStale] = useState(false)
  const [elsewhere, setElsewhere] = useState<RecordForm['formErrors']>()
  const changed = useStore(store, ({ draft, before }) => hasChanges(draft, before))
  const isEmpty = useStore(store, ({ draft }) => draft.colorKeys.length === 0)
  const problemCount = useStore(store, ({ errors }) => Object.keys(errors).length)

  const say = (errors: Record<string, string>, message?: string) => {
    flushSync(() => {
      // A row that is not shown would say nothing.
      store.setState({ errors, shown: undefined })
      setElsewhere(message ? { message, texts: [] } : undefined)
    })
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')
    const target = first ?? element.current?.querySelector('[role="alert"]')
    target?.scrollIntoView({ block: 'center' })
    first?.focus({ preventScroll: true })
  }
  const refuse = (error: unknown, placeOf: (path: string) => string) => {
    const message = error instanceof Error ? error.message : String(error)
    if (!(error instanceof CallFailed)) return say({}, message)
    setIsStale(error.code === 'record.changed' || error.code === 'notFound')
    if (error.code === 'product.stockMoved') {
      const errors = takeMovedStock(store, error)
      return say(errors, message)
    }
    const errors = Object.fromEntries(
      Object.entries(error.fields).map(([path, text]) => [placeOf(path), text]),
    )
    say(errors, Object.keys(errors).length > 0 ? undefined : message)
  }
  const submit = async () => {
    const { draft, before } = store.getState()
    if (isUnderWay.current || draft.colorKeys.length === 0 || !hasChanges(draft, before)) return
    const { input, placeOf, problems } = inputOf(draft, before, isNew)
    if (problems) {
      return say(
        Object.fromEntries(Object.entries(problems).map(([at, { key, values }]) => [at, t(key, values)])),
      )
    }
    isUnderWay.current = true
    setIsSaving(true)
    setElsewhere(undefined)
    const outcome = await api.post('/api/Shop/SaveItem', input).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (!outcome) {
      store.setState({ errors: {} })
      setIsStale(false)
      await onSaved(draft)
    }
    isUnderWay.current = false
    setIsSaving(false)
    if (outcome) return refuse(outcome.error, placeOf)
    notifyDone(isNew ? t('panel.product.added') : t('panel.form.saved'))
    void queries.invalidateQueries({ queryKey: ['products'] })
    void queries.invalidateQueries({ queryKey: ['productChoices'] })
  }
  return {
    attach: (node) => {
      element.current = node
    },
    isSaving,
    isStale,
    hasChanges: changed,
    canSave: changed && !isEmpty,
    problemCount,
    formErrors: elsewhere,
    hasChangesNow: () => {
      const { draft, before } = store.getState()
      return hasChanges(draft, before)
    },
    submit: () => void submit(),
    discard: () => {
      store.setState(({ before }) => ({ draft: before, errors: {} }))
      setElsewhere(undefined)
      setIsStale(false)
    },
  }
}

/**
 * Orders have taken of stock that was being typed: what is there now becomes what was read, and what was typed moves by
 * the same, so that the next save says the difference that was meant. Answers what is said at each.
 */
function takeMovedStock(store: ItemStore, { lines }: CallFailed): Record<string, string> {
  const { rows } = store.getState().draft
  const errors: Record<string, string> = {}
  const moved = lines.flatMap(({ productId, inventory }) => {
    const row = rows[productId]
    if (!row || inventory === undefined || row.inventoryRead === undefined) return []
    const was = row.inventoryRead
    const wanted = Math.max(0, Number(row.inventory) - was + inventory)
    errors[`${productId} inventory`] = t('panel.product.moved', {
      was,
      now: inventory,
      typed: row.inventory,
      wanted,
    })
    return [
      [
        productId,
        { inventory: String(wanted), inventoryRead: inventory, moved: { was, now: inventory } },
      ] as [string, object],
    ]
  })
  setRows(store, moved)
  return errors
}
