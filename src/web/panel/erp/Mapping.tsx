import { Group, Select, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconRestore, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { ErpKind } from '#shared/erp/erp.ts'
import { erpDescriptions } from '#shared/erp/settings.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { FormSection } from '../form/FormPage.tsx'
import { Hint } from '../Hint.tsx'
import { IconAction, IconButton } from '../IconButton.tsx'
import { MoveButtons } from '../MoveButtons.tsx'
import classes from './Mapping.module.css'
import { defaultFileColumns, type Link, lineGroup, type MappingRow, orderGroup } from './setupForm.ts'

/** Columns are filled for each line of an order, other fields once. */
type Where = 'columns' | 'fields'

type SectionProps = { where: Where; link: Link; isShown: boolean }

/** Maps order values to ERP fields, with a preview. */
export function MappingSection({ where, link: { kind, form }, isShown }: SectionProps) {
  const { dialect, productCode } = form.values
  const rows = form.values[where]
  const { program = '' } = erpDescriptions[kind]
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const add = () => {
    flushSync(() => form.add(where, { name: '', value: '' }))
    list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus()
  }
  const reset = () => {
    form.set(where, defaultFileColumns())
    notifyDone(t('panel.erp.map.resetDone'), { undo: async () => form.set(where, rows) })
  }
  return (
    <FormSection
      title={t(`panel.erp.map.${where}`)}
      description={t(`panel.erp.map.${where}Text`, { program })}
      columns={1}
    >
      {rows.length === 0 && where === 'fields' && <Text size="sm">{t('panel.erp.map.none')}</Text>}
      <Rows where={where} form={form} rows={rows} list={list} onEmpty={() => addButton.current?.focus()} />
      <Group gap="xs">
        <IconButton Icon={IconPlus} ref={addButton} onClick={add} data-path={where}>
          {t(where === 'columns' ? 'panel.erp.map.add' : 'panel.erp.map.addField')}
        </IconButton>
        {where === 'columns' && (
          <IconButton Icon={IconRestore} variant="subtle" onClick={reset}>
            {t('panel.erp.map.reset')}
          </IconButton>
        )}
      </Group>
      <Preview kind={kind} settings={{ dialect, productCode, [where]: rows }} rows={rows} isShown={isShown} />
    </FormSection>
  )
}

type RowsProps = {
  where: Where
  form: Link['form']
  rows: MappingRow[]
  list: RefObject<HTMLUListElement | null>
  /** Focuses something else when no row is left. */
  onEmpty: () => void
}

function Rows({ where, form, rows, list, onEmpty }: RowsProps) {
  const isForLines = where === 'columns'
  const last = rows.length - 1
  const remove = (index: number) => {
    flushSync(() => form.remove(where, index))
    const next = list.current?.children[Math.min(index, last - 1)]
    if (next) next.querySelector<HTMLElement>('[data-remove]')?.focus()
    else onEmpty()
  }
  return (
    <ul ref={list} className="plain">
      {rows.map((row, index) => {
        const number = index + 1
        const insert = (part: string) => form.set(`${where}.${index}.value`, `${row.value}{${part}}`)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no id
          <li key={index} className={classes.row}>
            <TextInput
              label={t(isForLines ? 'panel.erp.map.heading' : 'panel.erp.map.field')}
              autoComplete="off"
              spellCheck={false}
              {...(isForLines ? {} : { dir: 'ltr' })}
              {...form.text(`${where}.${index}.name`)}
            />
            <TextInput
              label={t('panel.erp.map.value')}
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
              className={classes.pattern}
              {...form.text(`${where}.${index}.value`)}
            />
            <Select
              aria-label={t('panel.erp.map.insertInto', { number })}
              placeholder={t('panel.erp.map.insert')}
              data={isForLines ? [lineGroup, orderGroup] : [orderGroup]}
              searchable
              value={null}
              onChange={(part) => part && insert(part)}
            />
            <div className={classes.deeds}>
              <MoveButtons
                index={index}
                isLast={index === last}
                label={(direction) => t(`panel.erp.map.${direction}`, { number })}
                onMove={(to) => form.move(where, index, to)}
              />
              <IconAction
                Icon={IconTrash}
                data-remove
                label={t('panel.erp.map.remove', { number })}
                onClick={() => remove(index)}
              />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

type PreviewProps = {
  kind: ErpKind
  settings: Record<string, unknown>
  rows: MappingRow[]
  isShown: boolean
}

/** Applies the typed mapping to the newest order. */
function Preview({ kind, settings, rows, isShown }: PreviewProps) {
  const [debouncedSettings] = useDebouncedValue(JSON.stringify(settings), 500)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['erpPreview', kind, debouncedSettings],
    enabled: isShown && rows.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) => {
      const parsedSettings = JSON.parse(debouncedSettings) as Record<string, unknown>
      return (
        await api.post(
          '/api/Erp/PreviewMapping',
          { kind, settings: parsedSettings },
          { signal, isQuiet: true },
        )
      ).data
    },
  })
  if (rows.length === 0) return null
  // Errors appear beside their fields.
  if (error) return <Note text={t('panel.erp.map.previewWrong')} />
  if (!data) return null
  if (data.orderNumber === undefined) return <Note text={t('panel.erp.map.previewNone')} />
  const title = t('panel.erp.map.preview', { number: data.orderNumber })
  const headings = kind === 'files' ? data.columns : [t('panel.erp.map.field'), t('panel.erp.map.value')]
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <div
        className={classes.preview}
        role="region"
        aria-label={title}
        tabIndex={0}
        data-stale={isPlaceholderData || undefined}
      >
        <Table aria-label={title} verticalSpacing={6} withColumnBorders>
          <Table.Thead>
            <Table.Tr>
              {headings.map((heading, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- headings may repeat
                <Table.Th key={index}>
                  <bdi>{heading}</bdi>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.rows.map((cells, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no id
              <Table.Tr key={index}>
                {cells.map((cell, columnIndex) => (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <Table.Td key={columnIndex}>
                    <bdi>{cell}</bdi>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </div>
  )
}

function Note({ text }: { text: string }) {
  return <Hint>{text}</Hint>
}
