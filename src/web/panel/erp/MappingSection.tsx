import { Button, Group, Text } from '@mantine/core'
import { IconPlus, IconRestore } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { LinkedKind } from '#shared/erp/settings.ts'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import { MappingPreview } from './MappingPreview.tsx'
import { type MappingForm, type MappingRow, MappingRows } from './MappingRows.tsx'

type Props<Where extends 'columns' | 'fields'> = {
  kind: LinkedKind
  where: Where
  title: string
  description: string
  form: MappingForm<Where>
  rows: MappingRow[]
  /** What of the settings the preview hangs on beside the rows. */
  settings: Record<string, unknown>
  isShown: boolean
  /** Puts the rows back to what they are unless somebody has chosen others. */
  onReset?: () => void
}

/** Which value of an order stands where in the ERP, with what becomes of the newest order. */
export function MappingSection<Where extends 'columns' | 'fields'>(props: Props<Where>) {
  const { kind, where, title, description, form, rows, settings, isShown, onReset } = props
  const list = useRef<HTMLUListElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const add = () => {
    flushSync(() => form.add(where, { name: '', value: '' }))
    list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus()
  }
  return (
    <FormSection title={title} description={description} columns={1}>
      {rows.length === 0 && where === 'fields' && <Text size="sm">{t('panel.erp.map.none')}</Text>}
      <MappingRows where={where} form={form} rows={rows} list={list} onEmpty={() => adder.current?.focus()} />
      <Group gap="xs">
        <Button
          ref={adder}
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={add}
          data-path={where}
        >
          {t(where === 'columns' ? 'panel.erp.map.add' : 'panel.erp.map.addField')}
        </Button>
        {onReset && (
          <Button variant="subtle" leftSection={<IconRestore size={18} aria-hidden />} onClick={onReset}>
            {t('panel.erp.map.reset')}
          </Button>
        )}
      </Group>
      <MappingPreview kind={kind} settings={{ ...settings, [where]: rows }} rows={rows} isShown={isShown} />
    </FormSection>
  )
}
