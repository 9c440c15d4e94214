import { useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useRecordQuery } from '../../form/useRecordQuery.ts'
import { RecordPage } from '../../Loaded.tsx'
import { PageHead } from '../../PageHead.tsx'
import { usePageNavigate, usePageParams, usePageSearch, usePageTitle } from '../../shell/pageAddress.ts'
import { ItemForm, productsLink } from './ItemForm.tsx'
import { copyItem, draftOf, emptyItem, type ItemDraft } from './itemDraft.ts'
import { createItemStore } from './itemStore.ts'
import { useProductChoices } from './productChoices.ts'

/** Loads nothing without a code. */
function useItemQuery(itemCode: string) {
  return useRecordQuery(['officeItem', itemCode], async (options) =>
    itemCode ? api.get('/api/Shop/GetItem', { itemCode }, options) : { data: null },
  )
}

/** Empty, or a copy of the item in the URL. */
export function ProductCreatePage() {
  const { from } = usePageSearch()
  const sourceCode = typeof from === 'string' ? from : ''
  const item = useItemQuery(sourceCode)
  const choices = useProductChoices()
  const head = { title: t('panel.productCreate'), back: productsLink }
  return (
    <RecordPage {...head} query={item} height={600} isPolled>
      {(source) => {
        if (!choices) return <PageHead {...head} />
        const draft = source ? copyItem(draftOf(sourceCode, source.products)) : emptyItem()
        return <NewItem key={sourceCode} draft={draft} sourceCode={sourceCode} />
      }}
    </RecordPage>
  )
}

function NewItem({ draft, sourceCode }: { draft: ItemDraft; sourceCode: string }) {
  const navigate = usePageNavigate()
  const [store] = useState(() => createItemStore(draft, emptyItem()))
  return (
    <ItemForm
      store={store}
      isNew
      title={sourceCode ? t('panel.product.copyOf', { name: sourceCode }) : t('panel.productCreate')}
      deleted={[]}
      onSaved={async (typed) => {
        // Avoids the question about unsaved changes.
        store.setState({ saved: store.getState().draft })
        const params = { itemCode: typed.itemCode.trim().normalize('NFC') }
        await navigate({ to: '/panel-urunler/edit/$itemCode', params, replace: true })
      }}
    />
  )
}

export function ProductEditPage() {
  const { itemCode = '' } = usePageParams()
  const item = useItemQuery(itemCode)
  const choices = useProductChoices()
  const head = { title: t('panel.productEdit'), back: productsLink }
  return (
    <RecordPage {...head} query={item} height={600} isPolled>
      {() => (choices ? <StoredItem key={itemCode} itemCode={itemCode} /> : <PageHead {...head} />)}
    </RecordPage>
  )
}

function StoredItem({ itemCode }: { itemCode: string }) {
  const item = useItemQuery(itemCode)
  const products = item.data?.products ?? []
  const { color } = usePageSearch()
  const [store] = useState(() => {
    const newStore = createItemStore(draftOf(itemCode, products))
    const shownColor = products.find(({ colorCode, isDeleted }) => colorCode === color && !isDeleted)
    // Items with many sizes open with one colour.
    const count = products.reduce((sum, { items }) => sum + items.length, 0)
    if (shownColor && count > 150) newStore.setState({ shownColorKey: shownColor.id })
    return newStore
  })
  const loadAgain = async () => {
    const { data, error } = await item.refetch()
    if (!data) throw error ?? new Error(t('error.notFound'))
    const draft = draftOf(itemCode, data.products)
    store.setState({ draft, saved: draft, errors: {} })
  }
  usePageTitle(itemCode)
  const name = products.find(({ isDeleted }) => !isDeleted)?.itemDescription ?? products[0]?.itemDescription
  return (
    <ItemForm
      store={store}
      title={
        <>
          <bdi>{itemCode}</bdi> · <bdi>{name}</bdi>
        </>
      }
      itemCode={itemCode}
      deleted={products.filter(({ isDeleted }) => isDeleted)}
      loadAgain={loadAgain}
      onSaved={async (typed) => {
        // Loads new ids and versions, keeping what was typed during the save.
        const { data } = await item.refetch()
        if (!data) return
        const stored = draftOf(itemCode, data.products)
        store.setState(({ draft }) => ({
          saved: stored,
          draft: draft === typed ? stored : rebase(draft, typed, stored),
        }))
      }}
    />
  )
}

/** `stored`, with rows and colours edited since they were sent. */
function rebase(draft: ItemDraft, typed: ItemDraft, stored: ItemDraft): ItemDraft {
  const keepEdited = <Entry,>(
    now: Record<string, Entry>,
    sent: Record<string, Entry>,
    fresh: Record<string, Entry>,
  ) =>
    Object.fromEntries(
      Object.entries(fresh).map(([key, freshEntry]) => [
        key,
        now[key] && now[key] !== sent[key] ? now[key] : freshEntry,
      ]),
    )
  const rows = keepEdited(draft.rows, typed.rows, stored.rows)
  const colors = keepEdited(draft.colors, typed.colors, stored.colors)
  for (const [key, color] of Object.entries(colors)) {
    const { version, rowKeys } = stored.colors[key] ?? color
    colors[key] = { ...color, rowKeys, ...(version ? { version } : {}) }
  }
  return { ...stored, rows, colors }
}
