import { type ReactNode, useId } from 'react'
import { commandFor, type HealthProblem, type Overview } from '#shared/operator.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Facts } from '../Facts.tsx'
import { formatBytes } from './formatBytes.ts'
import classes from './OperatorPage.module.css'

export function Deployment({ overview }: { overview: Overview }) {
  const { problems, servers, database, backup, certificates } = overview
  return (
    <>
      <Care problems={problems} />
      <div className={classes.boxes}>
        {servers.map(({ name, startedAt, disks }) => (
          <Box key={name} title={`${t('operator.server')} ${name}`}>
            <Facts
              className={classes.facts}
              facts={{
                [t('operator.since')]: formatDateTime(startedAt),
                [t('operator.disks')]: disks.map(({ name: disk, freeBytes, totalBytes }) => (
                  <div key={disk}>
                    {t('operator.free', {
                      name: disk,
                      free: formatBytes(freeBytes),
                      total: formatBytes(totalBytes),
                    })}
                  </div>
                )),
              }}
            />
          </Box>
        ))}
        <Box title={t('operator.database')}>
          <Facts
            className={classes.facts}
            facts={{
              [t('operator.version')]: versionText(database),
              [t('operator.size')]: formatBytes(database.bytes),
              [t('operator.connections')]:
                `${formatCount(database.connections)} / ${formatCount(database.maxConnections)}`,
            }}
          />
        </Box>
        <Box title={t('operator.backup')}>
          <Facts
            className={classes.facts}
            facts={{
              [t('operator.backupLast')]: backup.last
                ? formatDateTime(backup.last.startedAt)
                : t('operator.none'),
              [t('operator.size')]: backup.last && formatBytes(backup.last.bytes),
              [t('operator.photos')]: backup.last && formatCount(backup.last.pictures),
              [t('operator.backupPlace')]: backup.last && <bdi>{backup.last.place}</bdi>,
              [t('operator.backupSchedule')]: scheduleText(backup),
            }}
          />
        </Box>
        {certificates.length > 0 && (
          <Box title={t('operator.certificates')}>
            <Facts
              className={classes.facts}
              facts={Object.fromEntries(
                certificates.map(({ host, endsAt, error }) => [
                  host,
                  error || (endsAt ? t('operator.validUntil', { date: formatDateTime(endsAt) }) : ''),
                ]),
              )}
            />
          </Box>
        )}
      </div>
    </>
  )
}

const versionText = ({ version, isEmbedded }: Overview['database']) => {
  const name = `PostgreSQL ${version}`
  return isEmbedded ? t('operator.embedded', { version: name }) : name
}

function scheduleText({ everyHours }: Overview['backup']): string {
  if (everyHours === null) return t('operator.notScheduled', { setting: 'BACKUP_TO' })
  return everyHours === 24 ? t('operator.scheduled') : t('operator.scheduledHours', { count: everyHours })
}

function Box({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.box} aria-labelledby={id}>
      <h2 id={id}>
        <bdi>{title}</bdi>
      </h2>
      {children}
    </section>
  )
}

function Care({ problems }: { problems: HealthProblem[] }) {
  if (problems.length === 0)
    return (
      <p className={classes.fine} role="status">
        {t('operator.fine')}
      </p>
    )
  return (
    <section className={classes.care} role="status">
      <h2>{t('operator.care')}</h2>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.kind} ${problem.about}`}>{sentenceOf(problem)}</li>
        ))}
      </ul>
    </section>
  )
}

function sentenceOf({ kind, about, count = 0, since, reason = '' }: HealthProblem): string {
  return t(`operator.problem.${kind}`, {
    about: isolated(about),
    count,
    size: formatBytes(count),
    since: since ? formatDateTime(since) : '',
    reason: isolated(reason),
    command: isolated(commandFor({ kind })),
  })
}

/** Names and English reasons keep their direction within a sentence of the reader's. */
const isolated = (text: string) => `\u2068${text}\u2069`
