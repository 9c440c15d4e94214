import { Alert, Button, Group } from '@mantine/core'
import type { ImportDetail } from '#shared/imports.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useSetPageSearch } from '../shell/pageAddress.ts'

/** Failures, conflicts with the current catalogue, and what an undo kept. */
export function RunNotices({ run }: { run: ImportDetail }) {
  const setSearch = useSetPageSearch()
  const filterByNote = (note: string) => setSearch(() => ({ note }), { replace: true })
  const { problem, counts, undo, state } = run
  return (
    <>
      {problem && (state === 'failed' || problem.step === 'undoing') && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          mb="md"
          title={t(`panel.import.failed.${problem.step}`)}
        >
          {t(`panel.import.problem.${problem.code}`, { value: problem.value })}
        </Alert>
      )}
      {state === 'checked' && counts && counts.differing > 0 && (
        <Alert color="yellow" variant="light" role="alert" mb="md">
          <Group gap="sm" justify="space-between">
            {t('panel.import.differing', { count: formatCount(counts.differing) })}
            <Button variant="default" onClick={() => filterByNote('differs')}>
              {t('panel.import.showDiffering')}
            </Button>
          </Group>
        </Alert>
      )}
      {state === 'checked' && !run.can.apply && (
        <Alert color="gray" variant="light" mb="md">
          {t('panel.import.nothing')}
        </Alert>
      )}
      {undo && (
        <Alert color="gray" variant="light" mb="md">
          <Group gap="sm" justify="space-between">
            {t('panel.import.undoCounts', {
              restored: formatCount(undo.restored),
              removed: formatCount(undo.removed),
              deactivated: formatCount(undo.deactivated),
              kept: formatCount(undo.kept),
            })}
            {undo.kept > 0 && (
              <Button variant="default" onClick={() => filterByNote('kept')}>
                {t('panel.import.showKept')}
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </>
  )
}
