import { type RefObject, useEffect } from 'react'
import { t } from '#web/i18n.ts'
import { readTable, writeTable } from '#web/ui/grid/tsv.ts'
import { announce, announceEntered } from './gridKeys.ts'
import { useSheetStore } from './SheetContext.ts'
import { clearSelected, pasteBlock, selectedTexts } from './selection.ts'
import type { SheetStore } from './sheetStore.ts'

/**
 * Copy, cut and paste while the grid has the focus. `onCodes` may take a pasted block that is a list of
 * codes.
 */
export function useClipboard(
  grid: RefObject<HTMLElement | null>,
  onCodes: (block: string[][]) => boolean,
): void {
  const store = useSheetStore()
  useEffect(() => {
    const hasFocus = () => document.activeElement === grid.current
    const copy = (event: ClipboardEvent) => {
      if (!hasFocus()) return
      event.preventDefault()
      const texts = selectedTexts(store.getState())
      event.clipboardData?.setData('text/plain', writeTable(texts))
      announce(store, t('panel.sheet.copied', { count: texts.length * (texts[0]?.length ?? 0) }))
      if (event.type === 'cut') announceEntered(store, clearSelected(store).cells)
    }
    const paste = (event: ClipboardEvent) => {
      if (!hasFocus()) return
      event.preventDefault()
      const block = readTable(event.clipboardData?.getData('text/plain') ?? '')
      if (!onCodes(block)) pasteOver(store, block)
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

export function pasteOver(store: SheetStore, block: string[][]): void {
  const { cells, skipped } = pasteBlock(store, block)
  announce(
    store,
    [t('panel.product.filled', { count: cells }), skipped > 0 && t('panel.sheet.leftOut', { count: skipped })]
      .filter(Boolean)
      .join('. '),
  )
}
