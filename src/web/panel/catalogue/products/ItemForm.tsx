import { Group, TextInput } from '@mantine/core'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { useStore } from 'zustand'
import { type VariantFormField, variantField, variantFormFields } from '#shared/catalogue/catalogueFields.ts'
import { type OfficeProduct, saveItem } from '#shared/catalogue/products.ts'
import type { VariantValue } from '#shared/catalogue/variantSchemas.ts'
import { type FieldProblem, fieldProblems } from '#shared/fieldProblems.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { readField } from '#web/ui/numberKinds.ts'
import { FormPage, FormSection, LoadAgain } from '../../form/FormPage.tsx'
import type { RecordForm } from '../../form/useRecordForm.ts'
import { IconButton } from '../../IconButton.tsx'
import type { BackLink } from '../../PageHead.tsx'
import { refetch } from '../../refetch.ts'
import { isNumberField } from '../fieldLabel.ts'
import { undoChangeSets } from '../undoChangeSets.ts'
import { AddVariants } from './AddVariants.tsx'
import { Colors, DeletedColors, SharedFields } from './Colors.tsx'
import { changedColors, hasChanges, type ItemDraft, type RowDraft, sharedOf } from './itemDraft.ts'
import {
  ItemContext,
  type ItemStore,
  setItemCode,
  setRows,
  useItem,
  useItemStore,
  useProblem,
} from './itemStore.ts'
import { VariantGrid } from './VariantGrid.tsx'

export const productsLink: BackLink = { to: '/panel-urunler/index', label: t('panel.products') }

type Props = {
  store: ItemStore
  title: ReactNode
  isNew?: boolean
  /** Absent for a new item. */
  itemCode?: string
  deleted: OfficeProduct[]
  loadAgain?: () => Promise<void>
  onSaved: (typed: ItemDraft) => Promise<void> | void
}

export function ItemForm({ store, title, isNew = false, itemCode, deleted, loadAgain, onSaved }: Props) {
  const form = useItemForm({ store, isNew, onSaved })
  return (
    <ItemContext value={store}>
      <FormPage
        title={title}
        form={form}
        isWide
        back={productsLink}
        actions={itemCode && <Actions itemCode={itemCode} />}
      >
        {form.isStale && loadAgain && <LoadAgain load={loadAgain} />}
        <FormSection title={t('panel.product.general')} columns={2}>
          {isNew && <ItemCode />}
          <SharedFields />
        </FormSection>
        <FormSection title={t('panel.product.colorsTitle')} columns={1}>
          <Colors />
          <DeletedColors deleted={deleted} {...(loadAgain ? { loadAgain } : {})} />
          <AddVariants isNew={isNew} />
        </FormSection>
        <VariantGrid />
      </FormPage>
    </ItemContext>
  )
}

function ItemCode() {
  const store = useItemStore()
  const itemCode = useItem(({ draft }) => draft.itemCode)
  const error = useProblem('itemCode')
  return (
    <TextInput
      label={t('product.itemCode')}
      description={t('panel.product.codeOnce')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data-path="itemCode"
      required
      dir="ltr"
      maxLength={30}
      autoComplete="off"
      value={itemCode}
      error={error}
      aria-invalid={Boolean(error)}
      onChange={(event) => setItemCode(store, event.currentTarget.value)}
    />
  )
}

function Actions({ itemCode }: { itemCode: string }) {
  return (
    <Group gap="xs">
      <IconButton
        Icon={IconExternalLink}
        link={{ href: `/shop/items/${encodeURIComponent(itemCode)}`, target: '_blank' }}
      >
        {t('panel.product.inShop')}
      </IconButton>
      <IconButton Icon={IconCopy} link={{ to: '/panel-urunler/create', search: { from: itemCode } }}>
        {t('panel.product.copy')}
      </IconButton>
    </Group>
  )
}

type Options = {
  store: ItemStore
  isNew: boolean
  /** `typed` is what was sent; more may have been typed since. */
  onSaved: (typed: ItemDraft) => Promise<void> | void
}

/** Like useRecordForm, but over a draft that renders row by row. */
function useItemForm({ store, isNew, onSaved }: Options): RecordForm & { isStale: boolean } {
  const element = useRef<HTMLElement>(null)
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
    const typed = readField('whole', row.inventory)
    const newStock = Math.max(0, ('number' in typed ? typed.number : was) - was + inventory)
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

type Input = z.input<typeof saveItem.input>
/** By error key: `itemCode`, `<colour> colorCode`, `<row> barcode`, `<row> price CB`. */
type DraftProblems = Record<string, FieldProblem>

type Prepared =
  | { input: Input; errorKeyOf: (path: string) => string; problems?: never }
  | { problems: DraftProblems; input?: never; errorKeyOf?: never }

/** The request with the changed colours, or the problems. */
function inputOf(draft: ItemDraft, before: ItemDraft, isNew: boolean): Prepared {
  const keys = changedColors(draft, before)
  const problems: DraftProblems = {}
  const products = keys.flatMap((key) => {
    const color = draft.colors[key]
    if (!color) return []
    const { id, version, colorCode, colorDescription, isActive, rowKeys } = color
    const items = rowKeys.flatMap((rowKey) => {
      const row = draft.rows[rowKey]
      return row ? [itemOf(row, problems)] : []
    })
    const known = id && version ? { id, version } : {}
    return [{ ...known, colorCode, colorDescription, isActive, ...sharedOf(color), items }]
  })
  const input = { itemCode: draft.itemCode, isNew, products }
  const errorKeyOf = (path: string) => errorKeyIn(draft, keys, path)
  const { error } = saveItem.input.safeParse(input, { reportInput: true })
  if (error) {
    for (const [path, problem] of Object.entries(fieldProblems(error))) problems[errorKeyOf(path)] ??= problem
  }
  return Object.keys(problems).length > 0 ? { problems } : { input, errorKeyOf }
}

function itemOf(
  row: RowDraft,
  problems: DraftProblems,
): Input['products'][number]['items'] extends (infer Item)[] | undefined ? Item : never {
  const addProblem = (field: string, { problem: key, limit }: { problem: MessageKey; limit?: number }) => {
    problems[`${row.key} ${field}`] = { key, values: limit === undefined ? {} : { limit } }
  }
  const prices = Object.entries(row.prices).flatMap(([priceGroup, { amount, currency }]) => {
    if (amount.trim() === '') return []
    const read = readField('amount', amount)
    if ('number' in read) return [{ priceGroup, unitPrice: read.number, currencyCode: currency }]
    addProblem(`price ${priceGroup}`, read)
    return []
  })
  const fields = Object.fromEntries(
    variantFormFields.map((name): [string, unknown] => {
      if (!isNumberField(name)) return [name, row[name]]
      const read = readField('whole', row[name].trim() || String(variantField(name).empty))
      if ('number' in read) return [name, read.number]
      addProblem(name, read)
      return [name, variantField(name).empty]
    }),
  ) as { [Name in VariantFormField]: VariantValue<Name> }
  const { productId, inventoryRead, size, lotCode, lotDescription, lotSizes, piecesPerLot } = row
  return {
    ...(productId ? { productId } : {}),
    ...(inventoryRead === undefined ? {} : { inventoryRead }),
    itemDim1Code: size,
    lotCode,
    lotDescription,
    lotSizes,
    piecesPerLot,
    ...fields,
    isActive: row.isActive,
    isFreeSample: row.isFreeSample,
    prices,
  }
}

/** Maps a path such as `products.0.items.3.prices.1.unitPrice` to an error key. */
function errorKeyIn({ colors, rows }: ItemDraft, keys: string[], path: string): string {
  const [first = '', colorIndex, field = '', rowIndex, rowField = 'size', priceIndex] = path.split('.')
  if (first !== 'products' || colorIndex === undefined) return path
  const key = keys[Number(colorIndex)] ?? ''
  if (field !== 'items' || rowIndex === undefined) return `${key} ${field || 'colorCode'}`
  const row = rows[colors[key]?.rowKeys[Number(rowIndex)] ?? '']
  if (!row) return `${key} items`
  if (rowField === 'prices') {
    const groups = Object.entries(row.prices).filter(([, { amount }]) => amount.trim() !== '')
    return `${row.key} price ${groups[Number(priceIndex)]?.[0] ?? ''}`
  }
  const rowKey = /^(itemDim1Code|lotCode|productId)$/.test(rowField)
    ? 'size'
    : /^(lot|pieces)/.test(rowField)
      ? 'lot'
      : rowField
  return `${row.key} ${rowKey}`
}
