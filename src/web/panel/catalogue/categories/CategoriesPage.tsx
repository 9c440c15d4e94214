import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { createFixedExporter } from '../../list/exporters.ts'
import { NamesPage } from '../NamesPage.tsx'
import { SelectDialog } from '../SelectDialog.tsx'
import { TextLanguagesDialog } from '../texts/TextLanguages.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import { branchOf, fullNames, visibleRows } from './tree.ts'
import { type OpenDialog, type TreeActions, useCategories, useTreeActions } from './useCategories.ts'

const exporter = createFixedExporter('/api/Shop/ExportCategories', {})

export function CategoriesPage() {
  const all = useCategories()
  const actions = useTreeActions(all)
  const [text, setText] = useState('')
  const isSearching = text.trim() !== ''
  const rows = visibleRows(actions.items, actions.open, text)
  return (
    <>
      <NamesPage
        title={t('panel.categories')}
        query={all.tree}
        total={t('panel.categoryTree.total', { count: actions.items.length })}
        exporter={exporter}
        newName={t('panel.categoryTree.newName')}
        onAdd={(name) => actions.add(name, undefined)}
        search={{ label: t('panel.categoryTree.search'), text, onChange: setText }}
        tools={
          <Button.Group>
            <Button variant="default" disabled={isSearching} onClick={() => actions.foldAll(true)}>
              {t('panel.categoryTree.unfoldAll')}
            </Button>
            <Button variant="default" disabled={isSearching} onClick={() => actions.foldAll(false)}>
              {t('panel.categoryTree.foldAll')}
            </Button>
          </Button.Group>
        }
        empty={{ title: t('panel.categoryTree.emptyTitle'), text: t('panel.categoryTree.emptyText') }}
        hint={t('panel.categoryTree.hint')}
      >
        {rows.length > 0 && <CategoryTree rows={rows} actions={actions} isSortable={!isSearching} />}
      </NamesPage>
      {actions.dialog && (
        <ChooseDialog
          dialog={actions.dialog}
          actions={actions}
          onClose={() => actions.openDialog(undefined)}
        />
      )}
    </>
  )
}

type ChooseDialogProps = { dialog: OpenDialog; actions: TreeActions; onClose: () => void }

/** The top of the tree needs a value too. */
const topValue = 'top'
/** Typing finds the rest. */
const maxOptions = 200

/** Chooses a new parent or a category to merge into, or translates the name. */
function ChooseDialog({ dialog: { kind, category }, actions, onClose }: ChooseDialogProps) {
  const { categoryId, categoryName: name, parentId, productCount } = category
  if (kind === 'texts') return <TextLanguagesDialog kind="category" source={name} onClose={onClose} />
  const branch = branchOf(actions.items, categoryId)
  const names = fullNames(actions.items)
  const others = [...names]
    .filter(([id]) => !branch.has(id) && (kind === 'merge' || id !== parentId))
    .map(([value, label]) => ({ value, label }))
  const common = { select: { openOnFocus: false, limit: maxOptions }, onClose }
  if (kind === 'merge') {
    return (
      <SelectDialog
        {...common}
        title={t('panel.categoryTree.mergeTitle', { name })}
        text={t('panel.categoryTree.mergeText', { count: productCount })}
        label={t('panel.categoryTree.mergeInto')}
        options={others}
        action={t('panel.brandList.merge')}
        onChoose={(id) => actions.merge(category, id, names.get(id) ?? '')}
      />
    )
  }
  const top = { value: topValue, label: t('panel.categoryTree.top') }
  return (
    <SelectDialog
      {...common}
      title={t('panel.categoryTree.moveTitle', { name })}
      text={t('panel.categoryTree.moveText')}
      label={t('panel.categoryTree.moveUnder')}
      options={parentId ? [top, ...others] : others}
      action={t('panel.categoryTree.move')}
      onChoose={(id) =>
        actions.move(category, { parentId: id === topValue ? undefined : id, beforeId: undefined })
      }
    />
  )
}
