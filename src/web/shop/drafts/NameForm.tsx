import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { t } from '#web/i18n.ts'
import classes from './NameForm.module.css'
import { errorText } from './useAsyncAction.ts'

type Props = { name: string; onSave: (name: string) => Promise<unknown>; onClose: () => void }

export function NameForm({ name, onSave, onClose }: Props) {
  const [typed, setTyped] = useState(name)
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setIsSaving(true)
    try {
      await onSave(typed.trim())
      onClose()
    } catch (error) {
      setFailure(errorText(error))
      setIsSaving(false)
    }
  }
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)}>
      <TextInput
        className={classes.field}
        label={t('ordering.drafts.nameField')}
        value={typed}
        maxLength={60}
        ref={focusAndSelect}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
        error={failure}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" size="sm" loading={isSaving}>
        {t('ordering.drafts.save')}
      </Button>
      <Button size="sm" variant="default" onClick={onClose}>
        {t('action.cancel')}
      </Button>
    </form>
  )
}

function focusAndSelect(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}
