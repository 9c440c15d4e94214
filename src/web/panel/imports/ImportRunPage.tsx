import { Alert, Button, Checkbox, Group, Text, Title } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCheck,
  IconCircle,
  IconDownload,
  IconLoader2,
  IconPhotoPlus,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ImportDetail, ImportPhase } from '#shared/imports/imports.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { settings } from '#web/settings.ts'
import { useMayOpen } from '../access.ts'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import { RecordPage } from '../Loaded.tsx'
import { PageButton } from '../PageButton.tsx'
import { type BackLink, PageHead } from '../PageHead.tsx'
import { ProgressBar } from '../ProgressBar.tsx'
import { ReloadNotice } from '../settings/ReloadNotice.tsx'
import { usePageNavigate, usePageParams, usePageTitle, useSetPageSearch } from '../shell/pageAddress.ts'
import { ColumnsSection } from './ColumnsSection.tsx'
import classes from './Imports.module.css'
import { RunChanges } from './RunChanges.tsx'
import { hasOpenQuestion, RunQuestions } from './RunQuestions.tsx'
import { RunState, runName } from './RunState.tsx'
import { isWorking, useRun, useRunActions } from './useRun.ts'

export function ImportRunPage() {
  const { id = '' } = usePageParams()
  const run = useRun(id)
  usePageTitle(run.data && runName(run.data))
  return (
    <RecordPage title={t('panel.catalogueImportRun')} back={importsLink} query={run} height={420} isPolled>
      {(data) => <Run run={data} />}
    </RecordPage>
  )
}

const importsLink: BackLink = { to: '/panel-urunler/import', label: t('panel.import.toList') }

function Run({ run }: { run: ImportDetail }) {
  const navigate = usePageNavigate()
  const [isEditing, setIsEditing] = useState(false)
  const [isAnswering, setIsAnswering] = useState(false)
  const leaveDiscarded = () => {
    notifyDone(t('panel.import.discarded', { name: run.fileName }))
    queryClient.removeQueries({ queryKey: ['import', run.id] })
    void navigate({ to: '/panel-urunler/import', replace: true })
  }
  const hasResult = run.counts && !isWorking(run) && run.state !== 'uploaded'
  const editsColumns = run.file && run.can.check && (isEditing || run.state === 'uploaded' || !run.counts)
  return (
    <>
      <Heading run={run} />
      <RunNotices run={run} />
      {run.mainLanguage !== settings.mainLanguage && <ReloadNotice />}
      <RunPhotos run={run} />
      {isWorking(run) && <RunProgress run={run} onStopped={leaveDiscarded} />}
      {editsColumns && run.file ? (
        <ColumnsSection
          // Rereading the file changes its columns.
          key={`${run.file.headRow} ${run.file.sheet} ${run.file.encoding}`}
          run={run}
          file={run.file}
          onCancel={isEditing ? () => setIsEditing(false) : undefined}
          onDiscard={leaveDiscarded}
        />
      ) : (
        hasResult && (
          <>
            {run.file && run.file.questions.length > 0 && run.state === 'checked' && (
              <RunQuestions
                // Answers of another check begin anew.
                key={run.checkedAt}
                run={run}
                file={run.file}
                onChange={setIsAnswering}
              />
            )}
            <RunSummary run={run} />
            <RunActions
              run={run}
              isAnswering={isAnswering}
              onColumns={() => setIsEditing(true)}
              onDiscard={leaveDiscarded}
            />
            <RunChanges run={run} />
          </>
        )
      )}
    </>
  )
}

function Heading({ run }: { run: ImportDetail }) {
  const uploaded = { when: formatDateTime(run.createdAt), name: run.createdBy }
  const facts = [
    run.supplier,
    run.source === 'panel' && t('panel.import.uploadedBy', uploaded),
    run.appliedAt &&
      t('panel.import.appliedBy', { when: formatDateTime(run.appliedAt), name: run.appliedBy }),
    run.undoneAt && t('panel.import.undoneBy', { when: formatDateTime(run.undoneAt), name: run.undoneBy }),
  ].filter(Boolean)
  return (
    <div>
      <PageHead
        back={importsLink}
        title={<bdi style={{ overflowWrap: 'anywhere' }}>{runName(run)}</bdi>}
        marks={<RunState state={run.state} />}
      />
      <div className={classes.said}>
        {facts.map((fact) => (
          <span key={String(fact)}>{fact}</span>
        ))}
      </div>
    </div>
  )
}

type RunActionsProps = {
  run: ImportDetail
  /** Answers differ from those that the file was checked with. */
  isAnswering: boolean
  onColumns: () => void
  onDiscard: () => void
}

function RunActions({ run, isAnswering, onColumns, onDiscard }: RunActionsProps) {
  const { id, can, badCount } = run
  const { apply, undo, discard, runAction, isBusy } = useRunActions()
  const [skipBad, setSkipBad] = useState(false)
  const isBlocked = (badCount > 0 && !skipBad) || isAnswering || hasOpenQuestion(run.file)
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
          onClick={() => runAction(() => api.download('/api/Shop/GetImportBadRows', { id }), 'download')}
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
      {can.apply && <Hint>{t('panel.import.applyText')}</Hint>}
    </div>
  )
}

/** Failures, conflicts with the current catalogue, and what an undo kept. */
function RunNotices({ run }: { run: ImportDetail }) {
  const setSearch = useSetPageSearch()
  const filterByNote = (note: string) => setSearch(() => ({ note }), { replace: true })
  const { problem, counts, undo, state } = run
  return (
    <>
      {problem && (state === 'failed' || problem.step === 'undoing') && (
        <Alert color="red" role="alert" mb="md" title={t(`panel.import.failed.${problem.step}`)}>
          {t(`panel.import.problem.${problem.code}`, { value: problem.value })}
        </Alert>
      )}
      {state === 'checked' && counts && counts.differing > 0 && (
        <Alert color="yellow" role="alert" mb="md">
          <Group gap="sm" justify="space-between">
            {t('panel.import.differing', { count: formatCount(counts.differing) })}
            <Button variant="default" onClick={() => filterByNote('differs')}>
              {t('panel.import.showDiffering')}
            </Button>
          </Group>
        </Alert>
      )}
      {state === 'checked' && !run.can.apply && !hasOpenQuestion(run.file) && (
        <Alert color="gray" mb="md">
          {t('panel.import.nothing')}
        </Alert>
      )}
      {undo && (
        <Alert color="gray" mb="md">
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

const exampleNames = ['101_01_1.jpg', '101-01 (2).jpg', '8690000000017.jpg'] as const

/** Leads from an applied import to its photos, with file name examples. */
function RunPhotos({ run: { state, source, counts, file } }: { run: ImportDetail }) {
  const mayAdd = useMayOpen(pages.photos)
  const hasPhotoColumn = file?.columns.some(({ target }) => target === 'photos') === true
  const needsPhotos = hasPhotoColumn || Boolean(counts?.products.added)
  if (!mayAdd || state !== 'applied' || source !== 'panel' || !needsPhotos) return null
  return (
    <Alert color="blue" mb="md" icon={<IconPhotoPlus aria-hidden />} title={t('panel.import.photos.title')}>
      {t('panel.import.photos.text')}
      <ul className={classes.names}>
        {exampleNames.map((example) => (
          <li key={example}>
            <bdi>{example}</bdi>
          </li>
        ))}
      </ul>
      {hasPhotoColumn && <p>{t('panel.import.photos.named')}</p>}
      <Group gap="sm">
        <PageButton page={pages.photos} isMain>
          {t('panel.import.photos.go')}
        </PageButton>
        <PageButton page={pages.products} link={{ search: { missing: 'photo' } as never }}>
          {t('panel.import.photos.missing')}
        </PageButton>
      </Group>
    </Alert>
  )
}

const phasesOf: Record<string, ImportPhase[]> = {
  checking: ['reading', 'staging', 'comparing'],
  applying: ['staging', 'comparing', 'applying'],
  undoing: ['undoing'],
}
const icons = { done: IconCheck, now: IconLoader2, later: IconCircle }

/** Warn after this long without progress. */
const stallWarningSeconds = 20

function RunProgress({ run, onStopped }: { run: ImportDetail; onStopped: () => void }) {
  const { discard } = useRunActions()
  const phases = phasesOf[run.state] ?? []
  const current = Math.max(0, phases.indexOf(run.phase ?? 'reading'))
  const percent = run.total > 0 ? Math.min(100, Math.floor((100 * run.done) / run.total)) : 0
  const stalledSeconds = useSecondsUnchanged(`${run.phase} ${run.done}`)
  const label = t(`panel.import.phase.${run.phase ?? 'reading'}`)
  return (
    <section className={classes.section} aria-labelledby="import-progress">
      <Title order={2} size="h4" id="import-progress" mb="sm">
        {t(`panel.import.state.${run.state}`)}
      </Title>
      <ol className={classes.phases}>
        {phases.map((phase, index) => {
          const Icon = icons[index < current ? 'done' : index === current ? 'now' : 'later']
          return (
            <li key={phase} {...(index === current ? { 'aria-current': 'step' as const } : {})}>
              <Icon size={18} aria-hidden />
              {t(`panel.import.phase.${phase}`)}
              {index === current && <span className="number">{formatCount(percent)} %</span>}
            </li>
          )
        })}
      </ol>
      <ProgressBar share={Math.max(2, percent) / 100} label={label} isAnimated mb="sm" />
      {stalledSeconds >= stallWarningSeconds && (
        <Text size="sm" c="red.9" role="alert" mb="sm">
          {t('panel.import.stalled', { seconds: formatCount(stalledSeconds) })}
        </Text>
      )}
      <div className={classes.actions}>
        {run.can.discard && (
          <Button variant="default" onClick={() => discard(run.id, onStopped)}>
            {t('panel.import.stop')}
          </Button>
        )}
        <Hint>{t('panel.import.leave')}</Hint>
      </div>
    </section>
  )
}

function useSecondsUnchanged(value: string): number {
  const [unchanged, setUnchanged] = useState({ value, seconds: 0 })
  useEffect(() => {
    const since = Date.now()
    const timer = setInterval(
      () => setUnchanged({ value, seconds: Math.floor((Date.now() - since) / 1000) }),
      1000,
    )
    return () => clearInterval(timer)
  }, [value])
  return unchanged.value === value ? unchanged.seconds : 0
}

const kinds = ['products', 'variants', 'prices', 'texts'] as const

function RunSummary({ run }: { run: ImportDetail }) {
  const { counts } = run
  if (!counts) return null
  const shown = kinds.flatMap((kind) => {
    const count = counts[kind]
    return count && (kind !== 'texts' || Object.values(count).some(Boolean)) ? { kind, count } : []
  })
  const names = counts.brandsAdded + counts.categoriesAdded
  return (
    <>
      <dl className={classes.cards}>
        {shown.map(({ kind, count }) => (
          <div key={kind} className={`box ${classes.card}`}>
            <dt>{t(`panel.import.count.${kind}`)}</dt>
            <dd className={classes.numbers}>
              {(['added', 'changed', 'unchanged'] as const).map((what) => (
                <span key={what}>
                  <b>{formatCount(count[what])}</b> {t(`panel.import.count.${what}`)}
                </span>
              ))}
            </dd>
          </div>
        ))}
        {run.rows > 0 && <FileCounts rows={run.rows} bad={run.badCount} />}
        {names > 0 && (
          <div className={`box ${classes.card}`}>
            <dt>{t('panel.import.count.names')}</dt>
            <dd>
              <b>{formatCount(names)}</b>
            </dd>
          </div>
        )}
      </dl>
      <Warnings run={run} />
    </>
  )
}

function FileCounts({ rows, bad }: { rows: number; bad: number }) {
  return (
    <div className={`box ${classes.card}`}>
      <dt>{t('panel.import.file')}</dt>
      <dd className={classes.numbers}>
        <span>
          <b>{formatCount(rows)}</b> {t('panel.import.count.rows')}
        </span>
        {bad > 0 && (
          <span data-bad>
            <b>{formatCount(bad)}</b> {t('panel.import.count.bad')}
          </span>
        )}
      </dd>
    </div>
  )
}

function Warnings({ run: { warnings, counts, state } }: { run: ImportDetail }) {
  const moved = state === 'applied' ? (counts?.stockMoved ?? 0) : 0
  if (warnings.length === 0 && moved === 0) return null
  return (
    <Alert color="yellow" title={t('panel.import.warnings')} mb="md">
      <ul className={classes.warnings}>
        {moved > 0 && <li>{t('panel.import.stockMoved', { count: formatCount(moved) })}</li>}
        {warnings.map(({ code, value }) => (
          <li key={`${code} ${value}`}>{t(`panel.import.warning.${code}`, { value })}</li>
        ))}
      </ul>
    </Alert>
  )
}
