import { Select } from '@mantine/core'
import { t } from '#web/i18n.ts'

type Props = { sheets: string[]; sheet: number; onChoose: (sheet: number) => void }

/** Which sheet of a workbook is read. */
export function SheetChoice({ sheets, sheet, onChoose }: Props) {
  if (sheets.length < 2) return null
  return (
    <Select
      label={t('panel.import.sheet')}
      allowDeselect={false}
      data={sheets.map((label, index) => ({ value: String(index), label }))}
      value={String(sheet)}
      onChange={(value) => onChoose(Number(value))}
    />
  )
}
