import { Button, Group, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Change } from '#shared/changes.ts'
import { t } from '#web/i18n.ts'
import type { ListSearch } from '../list/listSearch.ts'
import classes from './ChangeTable.module.css'
import type { changeList } from './changeSearch.ts'

type Search = ListSearch<typeof changeList>
type Props = {
  search: Search
  set: (change: { subject?: undefined; subjectId?: undefined; userId?: undefined }) => void
  rows: Change[] | undefined
}

/** That only one record's changes are listed, or one person's, and the way back to all. */
export function OnlyChips({ search, set, rows }: Props) {
  if (!search.subjectId && !search.userId) return null
  const [row] = rows ?? []
  return (
    <Group gap="xs" w="100%">
      {search.subjectId && (
        <Chip
          text={t('panel.changes.onlyOf', { name: row?.subjectName ?? '…' })}
          onShowAll={() => set({ subject: undefined, subjectId: undefined })}
        />
      )}
      {search.userId && (
        <Chip
          text={t('panel.changes.onlyBy', { name: row?.userName ?? '…' })}
          onShowAll={() => set({ userId: undefined })}
        />
      )}
    </Group>
  )
}

function Chip({ text, onShowAll }: { text: string; onShowAll: () => void }) {
  const press = (button: HTMLElement) => {
    onShowAll()
    // The button goes; whoever pressed it goes on from the top.
    button.closest('[data-page]')?.querySelector<HTMLElement>('h1')?.focus()
  }
  return (
    <div className={classes.chip}>
      <Text size="sm">{text}</Text>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconX size={16} aria-hidden />}
        onClick={(event) => press(event.currentTarget)}
      >
        {t('panel.changes.showAll')}
      </Button>
    </div>
  )
}
