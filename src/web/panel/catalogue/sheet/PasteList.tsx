import { Alert, Button, Checkbox, Group, Modal, NativeSelect, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { readTable } from '#web/ui/grid/tsv.ts'
import type { SheetColumn } from './cells.ts'
import {
  type CodedList,
  codedList,
  indexOf,
  likelyUses,
  listOf,
  type Matched,
  matchList,
  type Use,
} from './codes.ts'
import { withoutDoubt } from './priceChange.ts'
import classes from './Sheet.module.css'
import { useSheetStore } from './SheetContext.ts'

type Props = {
  /** What was pasted; undefined where it is still to be. */
  block: string[][] | undefined
  onEnter: (matched: Matched) => void
  /** Lays it over the sheet as it is. */
  onBlock: ((block: string[][]) => void) | undefined
  onClose: () => void
}

/** A list of codes with values, such as a supplier's prices: says what was found of it before anything is entered. */
export function PasteList({ block, onEnter, onBlock, onClose }: Props) {
  const store = useSheetStore()
  const [text, setText] = useState('')
  const state = store.getState()
  const index = useMemo(() => indexOf(state.rows), [state.rows])
  const given = block ?? (text.trim() ? readTable(text) : undefined)
  const list = given && (codedList(given, index) ?? listOf(given, index))
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
        <Found
          key={list.lines.length}
          list={list}
          index={index}
          columns={state.columns}
          at={state.columns[state.cursor.column]}
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

type FoundProps = {
  list: CodedList
  index: ReturnType<typeof indexOf>
  columns: SheetColumn[]
  at: SheetColumn | undefined
  onEnter: (matched: Matched) => void
  onBlock: (() => void) | undefined
  onClose: () => void
}

function Found({ list, index, columns, at, onEnter, onBlock, onClose }: FoundProps) {
  const [uses, setUses] = useState(() => likelyUses(list, index, columns, at))
  const [takesLots, setTakesLots] = useState(false)
  const plain = withSureAmounts(list, uses)
  const matched = matchList(plain, uses, index, takesLots)
  const isUsed = uses.some(({ kind }) => kind === 'cell')
  return (
    <>
      <div className={classes.uses}>
        {uses.map((use, along) => (
          <NativeSelect
            key={`${along} ${list.head?.[along + 1] ?? ''}`}
            label={t('panel.sheet.listColumn', { name: list.head?.[along + 1] || formatCount(along + 2) })}
            description={
              <bdi>
                {plain.lines
                  .slice(0, 3)
                  .map((line) => line[along + 1])
                  .filter(Boolean)
                  .join(' · ') || '–'}
              </bdi>
            }
            value={use.kind === 'cell' ? use.column.key : `as ${use.kind}`}
            data={optionsOf(columns)}
            onChange={(event) => setUses(uses.with(along, usageOf(event.currentTarget.value, columns)))}
          />
        ))}
      </div>
      <Summary matched={matched} lines={list.lines.length} />
      {(matched.lots > 0 || takesLots) && (
        <Checkbox
          mt="sm"
          checked={takesLots}
          label={t('panel.sheet.alsoLots')}
          onChange={(event) => setTakesLots(event.currentTarget.checked)}
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
        <Button disabled={!isUsed || matched.entries.length === 0} onClick={() => onEnter(matched)}>
          {t('panel.sheet.enterCells', { count: matched.entries.length })}
        </Button>
      </Group>
    </>
  )
}

/** What was found and what was not: codes that nobody has are named, as far as there is room. */
function Summary({ matched, lines }: { matched: Matched; lines: number }) {
  const { found, rows, missing, doubled } = matched
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

const mostNamed = 12

function Codes({ title, codes }: { title: string; codes: string[] }) {
  if (codes.length === 0) return null
  return (
    <Alert color="yellow" variant="light" title={title} mt="xs">
      <bdi>{codes.slice(0, mostNamed).join(', ')}</bdi>
      {codes.length > mostNamed && ' …'}
    </Alert>
  )
}

const optionsOf = (columns: SheetColumn[]) => [
  { value: 'as none', label: t('panel.sheet.useNone') },
  { value: 'as color', label: t('panel.sheet.useColor') },
  { value: 'as size', label: t('panel.sheet.useSize') },
  ...columns.filter(({ kind }) => kind !== 'fixed').map(({ key, name }) => ({ value: key, label: name })),
]

function usageOf(value: string, columns: SheetColumn[]): Use {
  const column = columns.find(({ key }) => key === value)
  if (column) return { kind: 'cell', column }
  return { kind: value === 'as color' ? 'color' : value === 'as size' ? 'size' : 'none' }
}

/** Amounts of a column tell each other's separators. */
function withSureAmounts(list: CodedList, uses: Use[]): CodedList {
  let { lines } = list
  for (const [along, use] of uses.entries()) {
    if (use.kind !== 'cell' || use.column.kind !== 'price') continue
    const sure = withoutDoubt(lines.map((line) => line[along + 1] ?? ''))
    lines = lines.map((line, down) =>
      line.length > along + 1 ? line.with(along + 1, sure[down] ?? '') : line,
    )
  }
  return { ...list, lines }
}
