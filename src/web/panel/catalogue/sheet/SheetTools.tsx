import { Group } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconClipboardList, IconPercentage } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { t } from '#web/i18n.ts'
import { IconButton } from '../../IconButton.tsx'
import type { ColumnSettings } from '../../list/columns.ts'
import { ColumnsButton } from '../../list/TableTools.tsx'
import type { SheetColumn } from './cells.ts'
import { redoStep, undoStep } from './gridInput.ts'
import classes from './Sheet.module.css'
import { rangeOf } from './selection.ts'
import { type SheetState, useSheet, useSheetStore } from './sheetStore.ts'

const ChangePrices = lazy(async () => ({ default: (await import('./ChangePrices.tsx')).ChangePrices }))

type Props = {
  columns: SheetColumn[]
  settings: ColumnSettings
  onList: () => void
  grid: RefObject<HTMLDivElement | null>
}

export function SheetTools({ columns, settings, onList, grid }: Props) {
  const store = useSheetStore()
  const [isChanging, setIsChanging] = useState(false)
  const mayUndo = useSheet(({ undoSteps, isBusy }) => undoSteps.length > 0 && !isBusy)
  const mayRedo = useSheet(({ redoSteps, isBusy }) => redoSteps.length > 0 && !isBusy)
  const hasPrices = useSheet(hasSelectedPrices)
  const focusGrid = () => grid.current?.focus({ preventScroll: true })
  return (
    <Group gap="xs" className={classes.strip} role="toolbar" aria-label={t('panel.sheet.tools')}>
      <Tool icon={IconArrowBackUp} isOn={mayUndo} title="Ctrl+Z" onClick={() => undoStep(store)}>
        {t('action.undo')}
      </Tool>
      <Tool icon={IconArrowForwardUp} isOn={mayRedo} title="Ctrl+Y" onClick={() => redoStep(store)}>
        {t('panel.sheet.redo')}
      </Tool>
      <Tool
        icon={IconPercentage}
        isOn={hasPrices}
        title={hasPrices ? undefined : t('panel.sheet.choosePrices')}
        onClick={() => hasPrices && setIsChanging(true)}
      >
        {t('panel.sheet.changePrices')}
      </Tool>
      <IconButton Icon={IconClipboardList} onClick={onList}>
        {t('panel.sheet.pasteList')}
      </IconButton>
      <ColumnsButton columns={columns} settings={settings} />
      {isChanging && (
        <Suspense>
          <ChangePrices
            onClose={() => {
              setIsChanging(false)
              focusGrid()
            }}
          />
        </Suspense>
      )}
    </Group>
  )
}

type ToolProps = {
  icon: typeof IconPercentage
  isOn: boolean
  title: string | undefined
  onClick: () => void
  children: string
}

/** Stays focusable while it does nothing. */
function Tool({ icon: Icon, isOn, title, onClick, children }: ToolProps) {
  return (
    <IconButton Icon={Icon} aria-disabled={!isOn} data-disabled={!isOn} title={title} onClick={onClick}>
      {children}
    </IconButton>
  )
}

function hasSelectedPrices(state: SheetState) {
  const { left, right } = rangeOf(state)
  return !state.isBusy && state.columns.slice(left, right + 1).some(({ kind }) => kind === 'price')
}
