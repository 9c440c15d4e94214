import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import type { RecordForm } from '../../form/useRecordForm.ts'
import { refetch } from '../../refetch.ts'
import { undoChangeSets } from '../undoChangeSets.ts'
import { hasChanges, type ItemDraft } from './itemDraft.ts'
import { inputOf } from './itemInput.ts'
import { type ItemStore, setRows } from './itemStore.ts'

type Options = {
  store: ItemStore
  isNew: boolean
  /** `typed` is what was sent; more may have been typed since. */
  onSaved: (typed: ItemDraft) => Promise<void> | void
}

/** Like useRecordForm, but over a draft that renders row by row. */
export function useItemForm({ store, isNew, onSaved }: Options): RecordForm & { isStale: boolean } {
  const element = useRef<HTMLFormElement>(null)
  const isSavingRef = useRef(false)
  const [isSaving, setIsSaving] = useState(false)
  const [isStale, setIsStale] = useState(false)
  const [formErrors, setFormErrors] = useState<RecordForm['formErrors']>()
  const isChanged = useStore(store, ({ draft, saved }) => hasChanges(draft, saved))
  const isEmpty = useStore(store, ({ draft }) => draft.colorKeys.length === 0)
  const problemCount = useStore(store, ({ errors }) => Object.keys(errors).length)

  const showErrors = (errors: Record<string, string>, message?: string) => {
    flushSync(() => {
      // Shows all colours, since a hidden row cannot show its error.
      store.setState({ errors, shownColorKey: undefined })
      setFormErrors(message ? { message, texts: [] } : undefined)
    })
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')
    const target = first ?? element.current?.querySelector('[role="alert"]')
    target?.scrollIntoView({ block: 'center' })
    first?.focus({ preventScroll: true })
  }
  const showFailure = (error: unknown, errorKeyOf: (path: string) => string) => {
    const message = error instanceof Error ? error.message : String(error)
    if (!(error instanceof CallFailed)) return showErrors({}, message)
    setIsStale(error.code === 'record.changed' || error.code === 'notFound')
    if (error.code === 'product.stockMoved') {
      const errors = applyMovedStock(store, error)
      return showErrors(errors, message)
    }
    const errors = Object.fromEntries(
      Object.entries(error.fields).map(([path, text]) => [errorKeyOf(path), text]),
    )
    showErrors(errors, Object.keys(errors).length > 0 ? undefined : message)
  }
  const submit = async () => {
    const { draft, saved } = store.getState()
    if (isSavingRef.current || draft.colorKeys.length === 0 || !hasChanges(draft, saved)) return
    const { input, errorKeyOf, problems } = inputOf(draft, saved, isNew)
    if (problems) {
      return showErrors(
        Object.fromEntries(
          Object.entries(problems).map(([errorKey, { key, values }]) => [errorKey, t(key, values)]),
        ),
      )
    }
    isSavingRef.current = true
    setIsSaving(true)
    setFormErrors(undefined)
    const outcome = await api.post('/api/Shop/SaveItem', input).catch((error: unknown) => ({ error }))
    if (!('error' in outcome)) {
      store.setState({ errors: {} })
      setIsStale(false)
      await onSaved(draft)
    }
    isSavingRef.current = false
    setIsSaving(false)
    if ('error' in outcome) return showFailure(outcome.error, errorKeyOf)
    const { changeSetId } = outcome.data
    const undo = async () => {
      await undoChangeSets(changeSetId ? [changeSetId] : [])
      await onSaved(store.getState().draft)
    }
    if (isNew) notifyDone(t('panel.product.added'))
    else notifyDone(t('panel.form.saved'), changeSetId ? { undo } : {})
    void refetch('products', 'productChoices')
  }
  return {
    attach: (node) => {
      element.current = node
    },
    isSaving,
    isStale,
    hasChanges: isChanged,
    canSave: isChanged && !isEmpty,
    problemCount,
    formErrors,
    hasChangesNow: () => {
      const { draft, saved } = store.getState()
      return hasChanges(draft, saved)
    },
    submit: () => void submit(),
    discard: () => {
      store.setState(({ saved }) => ({ draft: saved, errors: {} }))
      setFormErrors(undefined)
      setIsStale(false)
    },
  }
}

/**
 * Orders changed stock that was being edited: takes the new stock as loaded and shifts the typed one equally,
 * so that saving applies the intended difference. Answers the messages by error key.
 */
function applyMovedStock(store: ItemStore, { lines }: CallFailed): Record<string, string> {
  const { rows } = store.getState().draft
  const errors: Record<string, string> = {}
  const changes = lines.flatMap(({ productId, inventory }) => {
    const row = rows[productId]
    if (!row || inventory === undefined || row.inventoryRead === undefined) return []
    const was = row.inventoryRead
    const newStock = Math.max(0, Number(row.inventory) - was + inventory)
    errors[`${productId} inventory`] = t('panel.product.moved', {
      was,
      now: inventory,
      typed: row.inventory,
      wanted: newStock,
    })
    return [
      [
        productId,
        { inventory: String(newStock), inventoryRead: inventory, stockMoved: { was, now: inventory } },
      ] as [string, object],
    ]
  })
  setRows(store, changes)
  return errors
}
