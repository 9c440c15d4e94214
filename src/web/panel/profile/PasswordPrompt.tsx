import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { AttemptAlert } from '#web/ui/AttemptAlert.tsx'
import { AttemptButton } from '#web/ui/AttemptButton.tsx'
import { useAttempt } from '#web/ui/useAttempt.ts'

type Props<Answer> = {
  title: string
  text: string
  action: string
  isDangerous?: boolean
  username: string
  /** Performs the action; rejects a wrong password. */
  submit: (password: string) => Promise<Answer>
  onDone: (answer: Answer) => void
  onClose: () => void
}

export function PasswordPrompt<Answer>({ title, text, action, isDangerous, ...props }: Props<Answer>) {
  const { username, submit, onDone, onClose } = props
  const [password, setPassword] = useState('')
  const [focusedBefore] = useState(() => document.activeElement)
  const attempt = useAttempt(submit, onDone)
  const isWrong = attempt.error instanceof CallFailed && attempt.error.code === 'account.wrongPassword'
  useEffect(
    () => () => {
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true })
    },
    [focusedBefore],
  )
  return (
    // Mantine's header would be a second banner landmark.
    <Modal opened onClose={onClose} withCloseButton={false} centered returnFocus={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (password) attempt.run(password)
        }}
      >
        <Modal.Title fw={600} fz="lg" mb="xs">
          {title}
        </Modal.Title>
        <Stack>
          <Text>{text}</Text>
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <PasswordInput
            label={t('login.password')}
            autoComplete="current-password"
            visibilityToggleFocusable
            data-autofocus
            required
            withAsterisk={false}
            error={isWrong && !attempt.isRunning && attempt.error?.message}
            errorProps={{ role: 'alert' }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {!isWrong && <AttemptAlert attempt={attempt} />}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" h={40} onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <AttemptButton type="submit" h={40} {...(isDangerous ? { color: 'red.8' } : {})} attempt={attempt}>
            {action}
          </AttemptButton>
        </Group>
      </form>
    </Modal>
  )
}
