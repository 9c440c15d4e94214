import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { Dialog } from '../Dialog.tsx'
import { useBusy } from '../useBusy.ts'

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
  const { isBusy, run } = useBusy()
  const apply = () =>
    run(async () => {
      if (choice && (await onChoose(choice))) onClose()
    })
  return (
    <Dialog
      title={title}
      text={text}
      action={{ text: action, disabled: !choice, loading: isBusy, onClick: apply }}
      onClose={onClose}
    >
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
    </Dialog>
  )
}
