import { Table } from '@mantine/core'
import type { Change } from '#shared/changes.ts'
import { fieldsOf } from '#shared/changeWords.ts'
import { t } from '#web/i18n.ts'
import { fieldName, readable } from './changeWords.ts'
import classes from './Difference.module.css'

/** Deletions are struck out, insertions underlined. A side that is empty as a whole is omitted. */
export function Difference({ change }: { change: Change }) {
  const { before, after } = change
  return (
    <Table className={classes.table} role="table" aria-label={t('panel.changes.difference')}>
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          <Table.Th role="columnheader">{t('panel.changes.fieldColumn')}</Table.Th>
          {before && <Table.Th role="columnheader">{t('panel.changes.before')}</Table.Th>}
          {after && <Table.Th role="columnheader">{t('panel.changes.after')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {fieldsOf(change).map((name) => {
          const was = readable(name, before?.[name])
          const is = readable(name, after?.[name])
          return (
            <Table.Tr key={name} role="row">
              <Table.Th role="rowheader" scope="row">
                {fieldName(name)}
              </Table.Th>
              {before && (
                <Table.Td role="cell" data-label={t('panel.changes.before')}>
                  <Items items={was} others={is} as="del" />
                </Table.Td>
              )}
              {after && (
                <Table.Td role="cell" data-label={t('panel.changes.after')}>
                  <Items items={is} others={was} as="ins" />
                </Table.Td>
              )}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

type ItemsProps = { items: string[]; others: string[]; as: 'del' | 'ins' }

/** Marks only items that the other side lacks. */
function Items({ items, others, as: Mark }: ItemsProps) {
  if (items.length === 0) return '–'
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item}>
          {others.includes(item) ? (
            <Item item={item} />
          ) : (
            <Mark className={classes[Mark]}>
              <Item item={item} />
            </Mark>
          )}
        </li>
      ))}
    </ul>
  )
}

function Item({ item }: { item: string }) {
  if (item.startsWith('/pictures/')) {
    return <img className={classes.picture} src={item} alt={t('panel.changes.picture')} />
  }
  return <bdi>{item}</bdi>
}
