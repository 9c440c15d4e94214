import { Button, Group, Text } from '@mantine/core'
import { IconPlus, IconRestore } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { LinkedKind } from '#shared/erp/settings.ts'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import { MappingPreview } from './MappingPreview.tsx'
import { type MappingForm, type MappingRow, MappingRows } from './MappingRows.tsx'

type Props<L extends 'columns' | 'fields'> = {
  kind: LinkedKind
  where: L
  title: string
  description: string
  form: MappingForm<L>
  rows: MappingRow[]
  /** Other settings that affect the preview. */
  settings: Record<string, unknown>
  isShown: boolean
  onReset?: () => void
}

/** Maps order values to ERP fields, with a preview. */
export function MappingSection<L extends 'columns' | 'fields'>(props: Props<L>) {
  const { kind, where, title, description, form, rows, settings, isShown, onReset } = props
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const add = () => {
    flushSync(() => form.add(where, { name: '', value: '' }))
    list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus()
  }
  return (
    <FormSection title={title} description={description} columns={1}>
      {rows.length === 0 && where === 'fields' && <Text size="sm">{t('panel.erp.map.none')}</Text>}
      <MappingRows
        where={where}
        form={form}
        rows={rows}
        list={list}
        onEmpty={() => addButton.current?.focus()}
      />
      <Group gap="xs">
        <Button
          ref={addButton}
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
