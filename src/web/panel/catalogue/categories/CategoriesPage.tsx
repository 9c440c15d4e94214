import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { createFixedExporter } from '../../list/exporters.ts'
import { NamesPage } from '../NamesPage.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import { ChooseDialog } from './ChooseDialog.tsx'
import { visibleRows } from './tree.ts'
import { useCategories } from './useCategories.ts'
import { useTreeActions } from './useTreeActions.ts'

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
