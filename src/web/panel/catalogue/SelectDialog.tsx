import { Button, Group, Modal, Select, type SelectProps, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n.ts'

type Props = {
  title: string
  text?: string
  label: string
  options: { value: string; label: string }[]
  /** Name of the button that applies the choice. */
  action: string
  /** Answers whether it is done and the dialog closes. */
  onChoose: (value: string) => Promise<boolean>
  onClose: () => void
  select?: SelectProps
}

/** Asks for one of many options. */
export function SelectDialog({ title, text, label, options, action, onChoose, onClose, select }: Props) {
  const [choice, setChoice] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const apply = async () => {
    if (!choice || isBusy) return
    setIsBusy(true)
    const isDone = await onChoose(choice)
    setIsBusy(false)
    if (isDone) onClose()
  }
  return (
    <Modal opened onClose={onClose} withCloseButton={false} centered>
      <Modal.Title fw={600} fz="lg" mb="xs">
        {title}
      </Modal.Title>
      {text && <Text mb="sm">{text}</Text>}
      <Select
        data-autofocus
        searchable
        label={label}
        nothingFoundMessage={t('list.nothingFound')}
        data={options}
        value={choice}
        onChange={setChoice}
        {...select}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button disabled={!choice} loading={isBusy} onClick={() => void apply()}>
          {action}
        </Button>
      </Group>
    </Modal>
  )
}
