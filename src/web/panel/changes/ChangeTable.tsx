import { Badge, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ChangeAction } from '#shared/changeKinds.ts'
import type { Change } from '#shared/changes.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import tableClasses from '../list/DataTable.module.css'
import classes from './ChangeTable.module.css'
import { Difference } from './Difference.tsx'
import { fieldsOf } from './fieldName.ts'
import { SubjectName } from './SubjectName.tsx'

type OnlyBy = (userId: string) => void

/** Changes as a table, each of which opens to what was there before and after; on a phone each is a card. */
export function ChangeTable({ rows, onlyBy }: { rows: Change[]; onlyBy: OnlyBy }) {
  return (
    <div className={tableClasses.frame} tabIndex={0} role="region" aria-label={t('panel.changes')}>
      <Table className={tableClasses.table} role="table" verticalSpacing="sm" horizontalSpacing={8}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {(['when', 'who', 'what', 'action'] as const).map((name) => (
              <Table.Th key={name} role="columnheader">
                {t(`panel.changes.${name}`)}
              </Table.Th>
            ))}
            <Table.Th role="columnheader">
              <VisuallyHidden>{t('panel.changes.difference')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <ChangeRow key={row.id} row={row} onlyBy={onlyBy} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function ChangeRow({ row, onlyBy }: { row: Change; onlyBy: OnlyBy }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const count = fieldsOf(row).length
  return (
    <>
      <Table.Tr role="row" className={classes.row} data-open={isOpen}>
        <Table.Td role="cell" data-label={t('panel.changes.when')} className={classes.when}>
          <time dateTime={row.at}>{formatDateTime(row.at)}</time>
        </Table.Td>
        <Table.Td role="cell" data-label={t('panel.changes.who')}>
          <Who row={row} onlyBy={onlyBy} />
        </Table.Td>
        <Table.Td role="cell" data-label={t('panel.changes.what')}>
          <div>
            <Text size="xs" c="var(--ink-soft)">
              {t(`panel.changes.subject.${row.subject}`)}
            </Text>
            <SubjectName of={row} />
          </div>
        </Table.Td>
        <Table.Td role="cell" data-label={t('panel.changes.action')}>
          <Badge variant="light" {...looks[row.action]}>
            {t(`panel.changes.action.${row.action}`)}
          </Badge>
        </Table.Td>
        <Table.Td role="cell" className={classes.open}>
          {count > 0 && (
            <UnstyledButton
              className={classes.toggle}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t('panel.changes.fields', { count })}
              <IconChevronDown size={18} aria-hidden />
            </UnstyledButton>
          )}
        </Table.Td>
      </Table.Tr>
      {count > 0 && (
        <Table.Tr role="row" id={id} hidden={!isOpen} className={classes.details}>
          <Table.Td role="cell" colSpan={5}>
            {isOpen && <Difference of={row} />}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

/** Who it was and where from; a press on the name lists what else they did. */
function Who({ row: { userId, userName, address }, onlyBy }: { row: Change; onlyBy: OnlyBy }) {
  return (
    <div>
      {userId ? (
        <UnstyledButton
          className={classes.who}
          aria-label={t('panel.changes.onlyBy', { name: userName })}
          onClick={() => onlyBy(userId)}
        >
          <bdi>{userName}</bdi>
        </UnstyledButton>
      ) : (
        t('panel.changes.operator')
      )}
      {address && (
        <Text size="xs" c="var(--ink-soft)">
          <bdi>{address}</bdi>
        </Text>
      )}
    </div>
  )
}

const calm = { color: 'gray', c: 'var(--ink)' }
const good = { color: 'green', c: '#1d5b2a' }
const bad = { color: 'red', c: 'red.9' }
const looks: Record<ChangeAction, { color: string; c: string }> = {
  added: good,
  changed: calm,
  deleted: bad,
  restored: good,
  placed: good,
  imported: good,
  passwordChanged: calm,
  passwordReset: calm,
  twoFactorOn: calm,
  twoFactorOff: bad,
  sessionsEnded: calm,
  brandsExcluded: calm,
  handedOver: calm,
}
