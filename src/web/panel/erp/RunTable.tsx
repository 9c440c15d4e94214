import { Badge, Title } from '@mantine/core'
import type { SyncRunShown } from '#shared/erp.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { type Column, DataTable, type Details } from '../list/DataTable.tsx'
import { CopyButton } from '../profile/CopyButton.tsx'
import { ErpMessage } from './ErpMessage.tsx'
import classes from './Fetching.module.css'

export function RunTable({ runs }: { runs: SyncRunShown[] }) {
  if (runs.length === 0) return null
  return (
    <>
      <Title order={2} size="h4" mb="sm">
        {t('panel.erp.runs')}
      </Title>
      <DataTable
        label={t('panel.erp.runs')}
        columns={columns}
        rows={runs}
        rowKey={({ id }) => id}
        details={details}
      />
    </>
  )
}

const countKinds = ['added', 'updated', 'unchanged', 'refused'] as const

const columns: Column<SyncRunShown>[] = [
  { key: 'when', name: t('panel.erp.when'), cell: ({ startedAt }) => formatDateTime(startedAt) },
  {
    key: 'what',
    name: t('panel.erp.fetched'),
    cell: ({ what, isFull }) => (
      <span>
        {t(`panel.erp.what.${what}`)}
        {isFull && <span className={classes.soft}> · {t('panel.erp.isFull')}</span>}
      </span>
    ),
  },
  ...countKinds.map((count) => ({
    key: count,
    name: t(`panel.erp.count.${count}`),
    isNumber: true,
    cell: (run: SyncRunShown) => (
      <bdi
        className={`number ${classes.count}`}
        data-bad={(count === 'refused' && run.refused > 0) || undefined}
      >
        {formatCount(run[count])}
      </bdi>
    ),
  })),
  { key: 'state', name: t('order.state'), cell: (run) => <State run={run} /> },
]

function State({ run: { endedAt, errorClass } }: { run: SyncRunShown }) {
  if (errorClass !== '') {
    return (
      <Badge variant="light" color="red">
        {t('panel.erp.runFailed')}
      </Badge>
    )
  }
  return (
    <Badge variant="light" color={endedAt ? 'green' : 'blue'}>
      {t(endedAt ? 'panel.erp.runDone' : 'panel.erp.running')}
    </Badge>
  )
}

const details: Details<SyncRunShown> = {
  label: ({ problems, errorClass }) =>
    problems.length > 0 || errorClass !== '' ? t('panel.erp.why') : undefined,
  content: (run) => <Problems run={run} />,
}

function Problems({ run: { problems, refused, errorClass, error } }: { run: SyncRunShown }) {
  const lines = problems.map(({ name, reason }) => `${name}\t${t(`panel.erp.refused.${reason}`)}`)
  return (
    <>
      {errorClass !== '' && (
        <div className={classes.failure}>
          {t(`panel.erp.outcome.${errorClass}`)}
          <ErpMessage text={error} />
        </div>
      )}
      {problems.length > 0 && (
        <>
          <ul className={classes.problems} tabIndex={0} aria-label={t('panel.erp.count.refused')}>
            {problems.map(({ name, reason }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same row may be refused twice
              <li key={index}>
                <bdi>{name}</bdi> <span>{t(`panel.erp.refused.${reason}`)}</span>
              </li>
            ))}
          </ul>
          {refused > problems.length && (
            <p className={classes.soft}>{t('panel.erp.moreRefused', { count: refused - problems.length })}</p>
          )}
          <CopyButton text={lines.join('\n')} />
        </>
      )}
    </>
  )
}
