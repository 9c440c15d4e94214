import { type RefObject, useEffect } from 'react'
import { t } from '#web/i18n.ts'
import { readTable, writeTable } from '#web/ui/grid/tsv.ts'
import { say, sayEntered } from './gridKeys.ts'
import { useSheetStore } from './SheetContext.ts'
import { clearSelected, pasteBlock, selectedTexts } from './selection.ts'
import type { SheetStore } from './sheetStore.ts'

/**
 * Copies, cuts and pastes while the sheet has the focus. A block is first offered to `onCodes`, which takes it where it
 * is a list of codes.
 */
export function useClipboard(
  grid: RefObject<HTMLElement | null>,
  onCodes: (block: string[][]) => boolean,
): void {
  const store = useSheetStore()
  useEffect(() => {
    const isOurs = () => document.activeElement === grid.current
    const copy = (event: ClipboardEvent) => {
      if (!isOurs()) return
      event.preventDefault()
      const texts = selectedTexts(store.getState())
      event.clipboardData?.setData('text/plain', writeTable(texts))
      say(store, t('panel.sheet.copied', { count: texts.length * (texts[0]?.length ?? 0) }))
      if (event.type === 'cut') sayEntered(store, clearSelected(store).cells)
    }
    const paste = (event: ClipboardEvent) => {
      if (!isOurs()) return
      event.preventDefault()
      const block = readTable(event.clipboardData?.getData('text/plain') ?? '')
      if (!onCodes(block)) lay(store, block)
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste)
    }
  }, [store, grid, onCodes])
}

/** Lays a block over the sheet, and says what came of it. */
export function lay(store: SheetStore, block: string[][]): void {
  const { cells, left } = pasteBlock(store, block)
  say(
    store,
    [t('panel.product.filled', { count: cells }), left > 0 && t('panel.sheet.leftOut', { count: left })]
      .filter(Boolean)
      .join('. '),
  )
}
