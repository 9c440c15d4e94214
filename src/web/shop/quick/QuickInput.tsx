import { Button, FileButton, Textarea } from '@mantine/core'
import { IconFileDownload, IconFileSpreadsheet, IconListCheck } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { Note } from '#web/ui/Note.tsx'
import { ColumnMapping } from './ColumnMapping.tsx'
import { Example, saveSample, useExample } from './Example.tsx'
import type { ReadLine } from './orderLine.ts'
import classes from './QuickInput.module.css'
import { addLines, removeLines, savedText, saveText } from './quickStore.ts'
import { type FileFault, readFile, type Sheet, UnreadableFile } from './readFile.ts'
import { readPasted } from './readPasted.ts'
import { useFileDrop } from './useFileDrop.ts'

/** Its columns must be confirmed first. */
type Table = { id: number; title: string; sheets: Sheet[]; isText: boolean }

/** Announces a repeated list, with undo. */
function addToList(lines: ReadLine[], withoutQty = 0): void {
  const repeatedIds = addLines(lines, withoutQty)
  if (!repeatedIds) return
  notifyDone(t('ordering.quick.again', { count: lines.length }), {
    undo: async () => removeLines(repeatedIds),
  })
}

export function QuickInput({ hasLines }: { hasLines: boolean }) {
  const [text, setText] = useState(savedText)
  const [table, setTable] = useState<Table>()
  const [fault, setFault] = useState<FileFault>()
  const [isReading, setIsReading] = useState(false)
  const opened = useRef(0)
  const example = useExample()

  const change = (next: string) => {
    setText(next)
    saveText(next)
  }
  const readText = (given: string) => {
    const pasted = readPasted(given)
    if (pasted.kind === 'table') {
      opened.current += 1
      setIsReading(false)
      setTable({ id: opened.current, title: '', sheets: [{ name: '', grid: pasted.grid }], isText: true })
      return
    }
    addToList(pasted.lines)
    change('')
  }
  const open = async (file: File | null | undefined) => {
    if (!file) return
    opened.current += 1
    const id = opened.current
    setFault(undefined)
    setIsReading(true)
    const read = await readFile(file).catch((error: unknown) =>
      error instanceof UnreadableFile ? error.fault : 'unreadable',
    )
    // Another file was opened meanwhile.
    if (opened.current !== id) return
    setIsReading(false)
    if (typeof read !== 'string') setTable({ id, title: file.name, sheets: read, isText: false })
    else {
      setTable(undefined)
      setFault(read)
    }
  }
  const isOver = useFileDrop((file) => void open(file))
  if (table) {
    return (
      <ColumnMapping
        // The key resets the columns for another file.
        key={table.id}
        title={table.title}
        sheets={table.sheets}
        onCancel={() => setTable(undefined)}
        onRead={(lines, withoutQty) => {
          addToList(lines, withoutQty)
          if (table.isText) change('')
          setTable(undefined)
        }}
      />
    )
  }
  return (
    <section className={classes.card} aria-label={t('ordering.quick.input')} data-over={isOver || undefined}>
      {/* Scanners type into it. */}
      <Textarea
        data-scan="own"
        label={t('ordering.quick.paste')}
        description={t('ordering.quick.pasteHelp')}
        placeholder={example.lines.join('\n')}
        autosize={false}
        rows={hasLines ? 4 : 8}
        spellCheck={false}
        autoCapitalize="characters"
        dir="auto"
        classNames={{ input: classes.pasted ?? '' }}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim()) readText(text)
        }}
      />
      <div className={classes.buttons}>
        <Button
          leftSection={<IconListCheck size={20} aria-hidden />}
          disabled={!text.trim()}
          onClick={() => readText(text)}
        >
          {t('ordering.quick.check')}
        </Button>
        <FileButton
          accept=".xlsx,.csv,.tsv,.txt,text/csv,text/plain"
          // Allows choosing the same, corrected file again.
          inputProps={{ onClick: (event) => (event.currentTarget.value = '') }}
          onChange={(file) => void open(file)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={isReading}
              leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
            >
              {t('ordering.quick.file')}
            </Button>
          )}
        </FileButton>
        <Button
          variant="subtle"
          leftSection={<IconFileDownload size={20} aria-hidden />}
          onClick={() => saveSample(example)}
        >
          {t('ordering.quick.sample')}
        </Button>
      </div>
      {fault && (
        <Note style={{ marginBlockStart: 12 }} color="red" role="alert">
          {t(`ordering.quick.file.${fault}`)}
        </Note>
      )}
      {!hasLines && <Example example={example} />}
    </section>
  )
}
