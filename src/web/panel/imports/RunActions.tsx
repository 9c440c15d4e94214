import { Button, Checkbox, Text } from '@mantine/core'
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ImportDetail } from '#shared/imports.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { IconButton } from '../IconButton.tsx'
import classes from './Imports.module.css'
import { useRunActions } from './useRun.ts'

type Props = { run: ImportDetail; onColumns: () => void; onDiscard: () => void }

export function RunActions({ run, onColumns, onDiscard }: Props) {
  const { id, can, badCount } = run
  const { apply, undo, discard, runExclusively, isBusy } = useRunActions()
  const [skipBad, setSkipBad] = useState(false)
  const isBlocked = badCount > 0 && !skipBad
  return (
    <div className={`${classes.section} ${classes.actions}`}>
      {can.apply && (
        <Button aria-busy={isBusy} disabled={isBlocked} onClick={() => apply(id, skipBad)}>
          {t('panel.import.apply')}
        </Button>
      )}
      {can.apply && badCount > 0 && (
        <Checkbox
          label={t('panel.import.skipBad', { count: formatCount(badCount) })}
          checked={skipBad}
          onChange={(event) => setSkipBad(event.currentTarget.checked)}
        />
      )}
      {can.undo && (
        <IconButton Icon={IconArrowBackUp} aria-busy={isBusy} onClick={() => undo(id)}>
          {t('panel.import.undo')}
        </IconButton>
      )}
      {badCount > 0 && (
        <IconButton
          Icon={IconDownload}
          onClick={() => runExclusively(() => api.download('/api/Shop/GetImportBadRows', { id }))}
        >
          {t('panel.import.downloadBad')}
        </IconButton>
      )}
      {can.check && run.file && (
        <Button variant="default" onClick={onColumns}>
          {t('panel.import.changeColumns')}
        </Button>
      )}
      {can.discard && (
        <Button variant="default" onClick={() => discard(id, onDiscard)}>
          {t('panel.import.discard')}
        </Button>
      )}
      {can.apply && (
        <Text size="sm" c="var(--ink-soft)">
          {t('panel.import.applyText')}
        </Text>
      )}
    </div>
  )
}
