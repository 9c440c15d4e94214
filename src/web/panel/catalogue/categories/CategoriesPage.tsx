import { Button, Group, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { createFixedExporter } from '../../list/exporters.ts'
import { ListExport } from '../../list/ListExport.tsx'
import { AddCategory } from './AddCategory.tsx'
import classes from './Categories.module.css'
import { CategoryTree } from './CategoryTree.tsx'
import { ChooseDialog } from './ChooseDialog.tsx'
import { rowsOf } from './tree.ts'
import { useCategories } from './useCategories.ts'
import { useDeeds } from './useDeeds.ts'

const exporter = createFixedExporter('/api/Shop/ExportCategories', {})

/** The whole tree of categories, in the order of the shop. */
export function CategoriesPage() {
  const all = useCategories()
  const deeds = useDeeds(all)
  const [text, setText] = useState('')
  const { data, error, refetch } = all.tree
  const isNarrowed = text.trim() !== ''
  const rows = rowsOf(deeds.items, deeds.open, text)
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
      <AddCategory onAdd={(name) => deeds.add(name, undefined)} />
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
            <Button variant="default" disabled={isNarrowed} onClick={() => deeds.foldAll(true)}>
              {t('panel.categoryTree.unfoldAll')}
            </Button>
            <Button variant="default" disabled={isNarrowed} onClick={() => deeds.foldAll(false)}>
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
          <CategoryTree rows={rows} deeds={deeds} isSortable={!isNarrowed} />
        </>
      )}
      {deeds.asked && (
        <ChooseDialog asked={deeds.asked} all={all} deeds={deeds} onClose={() => deeds.ask(undefined)} />
      )}
    </>
  )
}
