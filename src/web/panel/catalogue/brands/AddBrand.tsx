import { Button, Group, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '#web/i18n.ts'

/** A rejected name stays in the field. */
export function AddBrand({ onAdd }: { onAdd: (name: string) => Promise<boolean> }) {
  const [name, setName] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const add = async () => {
    const trimmedName = name.trim()
    if (!trimmedName || isBusy) return field.current?.focus()
    setIsBusy(true)
    if (await onAdd(trimmedName)) setName('')
    setIsBusy(false)
    field.current?.focus()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Group gap="xs" mb="md" align="flex-end">
        <TextInput
          ref={field}
          flex="1 1 220px"
          label={t('panel.brandList.newName')}
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" aria-disabled={isBusy} leftSection={<IconPlus size={18} aria-hidden />}>
          {t('panel.brandList.add')}
        </Button>
      </Group>
    </form>
  )
}
