import { Alert, Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n.ts'

type Props = {
  orderNumber: string
  enter: (erpNumber: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the ERP's number of a manually entered order. */
export function EnteredDialog({ orderNumber, enter, onClose }: Props) {
  const [number, setNumber] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const save = async () => {
    if (isSaving) return
    if (number.trim() === '') return setProblem(t('panel.erp.numberWanted'))
    setIsSaving(true)
    setFailure(undefined)
    try {
      await enter(number.trim())
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setIsSaving(false)
    }
  }
  return (
    <Modal opened onClose={onClose} withCloseButton={false} centered>
      <Modal.Title fw={600} fz="lg" mb="xs">
        {t('panel.erp.enteredTitle', { number: orderNumber })}
      </Modal.Title>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Text mb="sm">{t('panel.erp.enteredText')}</Text>
        {failure && (
          <Alert color="red" variant="light" role="alert" mb="sm">
            {failure}
          </Alert>
        )}
        <TextInput
          label={t('panel.erp.erpNumber')}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={50}
          value={number}
          error={problem}
          onChange={(event) => {
            setNumber(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" aria-busy={isSaving} loading={isSaving}>
            {t('panel.erp.enteredSave')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
