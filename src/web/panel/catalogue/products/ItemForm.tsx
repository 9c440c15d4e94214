import { Group, TextInput } from '@mantine/core'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { OfficeProduct } from '#shared/products.ts'
import { t } from '#web/i18n.ts'
import { FormPage, FormSection, LoadAgain } from '../../form/FormPage.tsx'
import { IconButton } from '../../IconButton.tsx'
import type { BackLink } from '../../PageHead.tsx'
import { AddVariants } from './AddVariants.tsx'
import { Colors, DeletedColors, SharedFields } from './Colors.tsx'
import type { ItemDraft } from './itemDraft.ts'
import { ItemContext, type ItemStore, setItemCode, useItem, useItemStore, useProblem } from './itemStore.ts'
import { useItemForm } from './useItemForm.ts'
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
