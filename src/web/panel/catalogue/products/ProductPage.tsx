import { Skeleton, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { useRecordQuery } from '../../form/useRecordQuery.ts'
import { listLink } from '../../list/listLink.ts'
import { usePageNavigate, usePageParams, usePageSearch, usePageTitle } from '../../shell/pageAddress.ts'
import { ItemForm } from './ItemForm.tsx'
import { copyOf, draftOf, emptyItem, type ItemDraft } from './itemDraft.ts'
import { createItemStore } from './itemStore.ts'
import { useProductChoices } from './productChoices.ts'

/** An item by its code, in all its colours. */
const fetchItem = async (itemCode: string, options: { signal?: AbortSignal } = {}) =>
  (await api.get('/api/Shop/GetItem', { itemCode }, options)).data

/** Nothing of no item: of a new one from nothing. */
function useItemQuery(itemCode: string) {
  return useRecordQuery({
    queryKey: ['officeItem', itemCode],
    queryFn: async ({ signal }) => (itemCode ? fetchItem(itemCode, { signal }) : null),
  })
}

/** A new item: from nothing, or from a copy of another one. */
export function ProductCreatePage() {
  const { from } = usePageSearch()
  const model = typeof from === 'string' ? from : ''
  const item = useItemQuery(model)
  const choices = useProductChoices()
  if (model && item.error) return <Waiting title={t('panel.productCreate')} query={item} />
  if ((model && !item.data) || !choices) return <Waiting title={t('panel.productCreate')} />
  const draft = item.data ? copyOf(draftOf(model, item.data.products)) : emptyItem()
  return <NewItem key={model} draft={draft} model={model} />
}

function NewItem({ draft, model }: { draft: ItemDraft; model: string }) {
  const navigate = usePageNavigate()
  const [store] = useState(() => createItemStore(draft, emptyItem()))
  return (
    <ItemForm
      store={store}
      isNew
      title={model ? t('panel.product.copyOf', { name: model }) : t('panel.productCreate')}
      deleted={[]}
      onSaved={async (typed) => {
        // Nothing of it is left to be asked about.
        store.setState({ before: store.getState().draft })
        const params = { itemCode: typed.itemCode.trim().normalize('NFC') }
        await navigate({ to: '/panel-urunler/edit/$itemCode', params, replace: true })
      }}
    />
  )
}

/** The form of an item, by the code in the address. */
export function ProductEditPage() {
  const { itemCode = '' } = usePageParams()
  const item = useItemQuery(itemCode)
  const choices = useProductChoices()
  if (!item.data || !choices) return <Waiting title={t('panel.productEdit')} query={item} />
  return <StoredItem key={itemCode} itemCode={itemCode} />
}

function StoredItem({ itemCode }: { itemCode: string }) {
  const item = useItemQuery(itemCode)
  const products = item.data?.products ?? []
  const { color } = usePageSearch()
  const [store] = useState(() => {
    const made = createItemStore(draftOf(itemCode, products))
    const shown = products.find(({ colorCode, isDeleted }) => colorCode === color && !isDeleted)
    // One of many sizes opens alone; a few are seen best beside each other.
    const count = products.reduce((sum, { items }) => sum + items.length, 0)
    if (shown && count > 150) made.setState({ shown: shown.id })
    return made
  })
  const loadAgain = async () => {
    const { data, error } = await item.refetch()
    if (!data) throw error ?? new Error(t('error.notFound'))
    const draft = draftOf(itemCode, data.products)
    store.setState({ draft, before: draft, errors: {} })
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
        // Ids and versions are new. Whatever has been typed during the save stays, and what it was typed over.
        const { data } = await item.refetch()
        if (!data) return
        const stored = draftOf(itemCode, data.products)
        store.setState(({ draft }) => ({
          before: stored,
          draft: draft === typed ? stored : rebased(draft, typed, stored),
        }))
      }}
    />
  )
}

/** What is stored, with the rows and colours on it that were typed into while it was being saved. */
function rebased(draft: ItemDraft, typed: ItemDraft, stored: ItemDraft): ItemDraft {
  const kept = <One,>(now: Record<string, One>, sent: Record<string, One>, fresh: Record<string, One>) =>
    Object.fromEntries(
      Object.entries(fresh).map(([key, one]) => [key, now[key] && now[key] !== sent[key] ? now[key] : one]),
    )
  const rows = kept(draft.rows, typed.rows, stored.rows)
  const colors = kept(draft.colors, typed.colors, stored.colors)
  for (const [key, color] of Object.entries(colors)) {
    const { version, rowKeys } = stored.colors[key] ?? color
    colors[key] = { ...color, rowKeys, ...(version ? { version } : {}) }
  }
  return { ...stored, rows, colors }
}

type Query = { error: Error | null; refetch: () => unknown }

function Waiting({ title, query }: { title: string; query?: Query }) {
  return (
    <>
      <Text size="sm" mb={4}>
        <Link {...listLink('/panel-urunler/index')}>{t('panel.products')}</Link>
      </Text>
      <Title order={1} size="h3" mb="md">
        {title}
      </Title>
      {query?.error ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={600} radius="md" />
      )}
    </>
  )
}
