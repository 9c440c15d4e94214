import { isoTime } from '#server/db/isoTime.ts'
import type { ListQuery } from '#server/db/listPage.ts'
import { collectValues } from '#server/db/values.ts'
import type { Voice } from '#server/exports/columns.ts'
import { listExport } from '#server/exports/listExport.ts'
import { isByOperator } from '#shared/changeKinds.ts'
import { type Change, exportChanges } from '#shared/changes.ts'
import { type ChangeVoice, fieldName, fieldsOf, readable } from '#shared/changeWords.ts'
import { type ChangeFilters, conditions } from './changeList.ts'

const rows = `
  select shown.position, json_strip_nulls(json_build_object(
    'id', c.id, 'at', ${isoTime('c.at')}, 'userId', c.user_id, 'userName', c.user_name, 'address', c.address,
    'subject', c.subject, 'subjectName', c.subject_name, 'action', c.action, 'before', c.before, 'after', c.after))
    as item
  from shown
  join changes c on c.tenant_id = $1 and c.id = shown.id`

function changesQuery(filters: ChangeFilters): ListQuery {
  const values = collectValues()
  const matched = `select id, at as key, id as tie from changes where ${conditions(filters, values).join(' and ')}`
  return { matched, rows, values, order: 'desc', isKeyed: true }
}

/** Without the list's limit. */
export const downloadChanges = listExport<Change, typeof exportChanges>(exportChanges, {
  title: 'panel.changes',
  query: (_call, filters) => changesQuery(filters),
  columns: {
    when: { name: 'panel.changes.when', kind: 'instant', value: (row) => row.at },
    who: {
      name: 'panel.changes.who',
      kind: 'text',
      value: (row, { say }) => (isByOperator(row) ? say('panel.changes.operator') : row.userName),
    },
    address: { name: 'panel.changes.address', kind: 'text', width: 18, value: (row) => row.address },
    what: {
      name: 'panel.changes.what',
      kind: 'text',
      width: 16,
      value: (row, { say }) => say(`panel.changes.subject.${row.subject}`),
    },
    name: { name: 'panel.person.name', kind: 'text', width: 34, value: (row) => row.subjectName },
    action: {
      name: 'panel.changes.action',
      kind: 'text',
      value: (row, { say }) => say(`panel.changes.action.${row.action}`),
    },
    before: {
      name: 'panel.changes.before',
      kind: 'text',
      width: 50,
      value: (row, voice) => sideOf(row, 'before', voice),
    },
    after: {
      name: 'panel.changes.after',
      kind: 'text',
      width: 50,
      value: (row, voice) => sideOf(row, 'after', voice),
    },
  },
})

/** One line per field, in the order of the forms. */
function sideOf(row: Change, side: 'before' | 'after', { language, say, attributes }: Voice): string {
  const voice: ChangeVoice = {
    say,
    locale: language === 'ar' ? 'ar-u-nu-latn' : language,
    attributeLabel: (name) => attributes.find((one) => one.name === name)?.names[language],
    money: (amount, currencyCode) => `${amount.toFixed(2)} ${currencyCode}`,
  }
  return fieldsOf({ before: row.before, after: row.after })
    .map((name) => [fieldName(name, voice), readable(name, row[side]?.[name], voice).join(', ')])
    .filter(([, said]) => said !== '')
    .map((parts) => parts.join(': '))
    .join('\n')
}
