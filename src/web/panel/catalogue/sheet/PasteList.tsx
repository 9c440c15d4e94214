import { Alert, Button, Checkbox, Group, Modal, NativeSelect, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { readTable } from '#web/ui/grid/table.ts'
import type { SheetColumn } from './cells.ts'
import {
  type CodedList,
  type ColumnUse,
  codedList,
  guessUses,
  indexRows,
  type ListMatch,
  matchList,
  splitHead,
} from './codes.ts'
import classes from './Sheet.module.css'
import { normalizePrices } from './selection.ts'
import { useSheetStore } from './sheetStore.ts'

type Props = {
  /** Undefined until it is typed here. */
  block: string[][] | undefined
  onEnter: (matched: ListMatch) => void
  /** Pastes it as a plain block. */
  onBlock: ((block: string[][]) => void) | undefined
  onClose: () => void
}

/** Previews what a list of codes and values, e.g. a supplier's prices, will change. */
export function PasteList({ block, onEnter, onBlock, onClose }: Props) {
  const store = useSheetStore()
  const [text, setText] = useState('')
  const state = store.getState()
  const index = useMemo(() => indexRows(state.rows), [state.rows])
  const table = block ?? (text.trim() ? readTable(text) : undefined)
  const list = table && (codedList(table, index) ?? splitHead(table, index))
  return (
    <Modal opened onClose={onClose} withCloseButton={false} centered size="lg">
      <Modal.Title fw={600} fz="lg" mb="sm">
        {t('panel.sheet.listTitle')}
      </Modal.Title>
      {!block && (
        <Textarea
          data-autofocus
          label={t('panel.sheet.listField')}
          description={t('panel.sheet.listHint')}
          minRows={4}
          maxRows={8}
          autosize
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          mb="sm"
        />
      )}
      {list ? (
        <ListPreview
          key={list.lines.length}
          list={list}
          index={index}
          columns={state.columns}
          cursorColumn={state.columns[state.cursor.column]}
          onEnter={onEnter}
          onClose={onClose}
          onBlock={block && onBlock ? () => onBlock(block) : undefined}
        />
      ) : (
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
        </Group>
      )}
    </Modal>
  )
}

type ListPreviewProps = {
  list: CodedList
  index: ReturnType<typeof indexRows>
  columns: SheetColumn[]
  cursorColumn: SheetColumn | undefined
  onEnter: (matched: ListMatch) => void
  onBlock: (() => void) | undefined
  onClose: () => void
}

function ListPreview({ list, index, columns, cursorColumn, onEnter, onBlock, onClose }: ListPreviewProps) {
  const [uses, setUses] = useState(() => guessUses(list, index, columns, cursorColumn))
  const [includeLots, setIncludeLots] = useState(false)
  const lines = normalizePrices(list.lines, (along) => {
    const use = uses[along - 1]
    return use?.kind === 'cell' ? use.column : undefined
  })
  const matched = matchList({ ...list, lines }, uses, index, includeLots)
  const hasTarget = uses.some(({ kind }) => kind === 'cell')
  return (
    <>
      <div className={classes.uses}>
        {uses.map((use, along) => (
          <NativeSelect
            key={`${along} ${list.head?.[along + 1] ?? ''}`}
            label={t('panel.sheet.listColumn', { name: list.head?.[along + 1] || formatCount(along + 2) })}
            description={
              <bdi>
                {lines
                  .slice(0, 3)
                  .map((line) => line[along + 1])
                  .filter(Boolean)
                  .join(' · ') || '–'}
              </bdi>
            }
            value={use.kind === 'cell' ? use.column.key : `as ${use.kind}`}
            data={optionsOf(columns)}
            onChange={(event) => setUses(uses.with(along, parseUse(event.currentTarget.value, columns)))}
          />
        ))}
      </div>
      <Summary matched={matched} lines={lines.length} />
      {(matched.skippedLots > 0 || includeLots) && (
        <Checkbox
          mt="sm"
          checked={includeLots}
          label={t('panel.sheet.alsoLots')}
          onChange={(event) => setIncludeLots(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        {onBlock && (
          <Button variant="default" onClick={onBlock}>
            {t('panel.sheet.asBlock')}
          </Button>
        )}
        <Button disabled={!hasTarget || matched.entries.length === 0} onClick={() => onEnter(matched)}>
          {t('panel.sheet.enterCells', { count: matched.entries.length })}
        </Button>
      </Group>
    </>
  )
}

function Summary({ matched, lines }: { matched: ListMatch; lines: number }) {
  const { found, rows, missing, conflicting: doubled } = matched
  return (
    <div aria-live="polite">
      <p className={classes.found}>
        {t('panel.sheet.found', { found: formatCount(found), lines: formatCount(lines) })}{' '}
        {t('panel.sheet.foundRows', { count: rows })}
      </p>
      <Codes title={t('panel.sheet.missing', { count: missing.length })} codes={missing} />
      <Codes title={t('panel.sheet.doubled', { count: doubled.length })} codes={doubled} />
    </div>
  )
}

const maxNamedCodes = 12

function Codes({ title, codes }: { title: string; codes: string[] }) {
  if (codes.length === 0) return null
  return (
    <Alert color="yellow" title={title} mt="xs">
      <bdi>{codes.slice(0, maxNamedCodes).join(', ')}</bdi>
      {codes.length > maxNamedCodes && ' …'}
    </Alert>
  )
}

const optionsOf = (columns: SheetColumn[]) => [
  { value: 'as none', label: t('panel.sheet.useNone') },
  { value: 'as color', label: t('panel.sheet.useColor') },
  { value: 'as size', label: t('panel.sheet.useSize') },
  ...columns.filter(({ kind }) => kind !== 'fixed').map(({ key, name }) => ({ value: key, label: name })),
]

function parseUse(value: string, columns: SheetColumn[]): ColumnUse {
  const column = columns.find(({ key }) => key === value)
  if (column) return { kind: 'cell', column }
  return { kind: value === 'as color' ? 'color' : value === 'as size' ? 'size' : 'none' }
}
