import { Button, Group, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { createFixedExporter } from '../../list/exporters.ts'
import { ListExport } from '../../list/TableTools.tsx'
import { AddCategory } from './AddCategory.tsx'
import classes from './Categories.module.css'
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
  const { data, error, refetch } = all.tree
  const isSearching = text.trim() !== ''
  const rows = visibleRows(actions.items, actions.open, text)
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          {t('panel.categories')}
        </Title>
        <Group gap="md">
          <Text size="sm" c="var(--ink-soft)">
            {data && t('panel.categoryTree.total', { count: data.length })}
          </Text>
          {data && data.length > 0 && <ListExport exporter={exporter} />}
        </Group>
      </Group>
      <AddCategory onAdd={(name) => actions.add(name, undefined)} />
      {data && data.length > 8 && (
        <Group gap="xs" mb="md" component="search" align="flex-end">
          <TextInput
            flex="1 1 220px"
            type="search"
            label={t('panel.categoryTree.search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button.Group>
            <Button variant="default" disabled={isSearching} onClick={() => actions.foldAll(true)}>
              {t('panel.categoryTree.unfoldAll')}
            </Button>
            <Button variant="default" disabled={isSearching} onClick={() => actions.foldAll(false)}>
              {t('panel.categoryTree.foldAll')}
            </Button>
          </Button.Group>
        </Group>
      )}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} radius="md" />}
      {data?.length === 0 && (
        <Empty title={t('panel.categoryTree.emptyTitle')}>
          <p>{t('panel.categoryTree.emptyText')}</p>
        </Empty>
      )}
      {data && data.length > 0 && rows.length === 0 && (
        <Empty title={t('list.nothingFound')}>
          <p>{t('panel.list.nothingMatches')}</p>
        </Empty>
      )}
      {rows.length > 0 && (
        <>
          <p className={classes.hint}>{t('panel.categoryTree.hint')}</p>
          <CategoryTree rows={rows} actions={actions} isSortable={!isSearching} />
        </>
      )}
      {actions.dialog && (
        <ChooseDialog
          dialog={actions.dialog}
          all={all}
          actions={actions}
          onClose={() => actions.openDialog(undefined)}
        />
      )}
    </>
  )
}
