import { PasswordInput, Stack, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { AttemptAlert } from '#web/ui/AttemptAlert.tsx'
import { AttemptButton } from '#web/ui/AttemptButton.tsx'
import { useAttempt } from '#web/ui/useAttempt.ts'

type Problems = { newPassword?: string | undefined; newPasswordConfirm?: string | undefined }
type Outcome = 'done' | 'spent' | Problems
type Props = { token: string; onDone: () => void; onSpent: () => void }

/** Shows problems beside the fields; the link stays valid. */
export function NewPasswordForm({ token, onDone, onSpent }: Props) {
  const [newPassword, setNewPassword] = useState('')
  const [newPasswordConfirm, setNewPasswordConfirm] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const showProblems = (found: Problems) => {
    setProblems(found)
    const field = found.newPassword ? first : second
    field.current?.focus()
  }
  const attempt = useAttempt<void, Outcome>(
    () => setPassword(token, newPassword, newPasswordConfirm),
    (outcome) => {
      if (outcome === 'done') onDone()
      else if (outcome === 'spent') onSpent()
      else showProblems(outcome)
    },
  )
  const submit = () => {
    setProblems({})
    if (newPassword === newPasswordConfirm) attempt.run()
    else showProblems({ newPasswordConfirm: t('field.passwordsDiffer') })
  }
  const common = {
    autoComplete: 'new-password',
    size: 'md',
    required: true,
    withAsterisk: false,
    visibilityToggleFocusable: true,
    errorProps: { role: 'alert' },
  } as const
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <Title order={1} size="h2">
          {t('login.reset.title')}
        </Title>
        <AttemptAlert attempt={attempt} />
        <PasswordInput
          {...common}
          ref={first}
          label={t('login.reset.newPassword')}
          description={t('login.reset.rules')}
          name="newPassword"
          error={problems.newPassword}
          value={newPassword}
          onChange={(event) => setNewPassword(event.currentTarget.value)}
        />
        <PasswordInput
          {...common}
          ref={second}
          label={t('login.reset.again')}
          name="newPasswordConfirm"
          error={problems.newPasswordConfirm}
          value={newPasswordConfirm}
          onChange={(event) => setNewPasswordConfirm(event.currentTarget.value)}
        />
        <AttemptButton type="submit" size="md" fullWidth attempt={attempt}>
          {t('login.reset.submit')}
        </AttemptButton>
      </Stack>
    </form>
  )
}

async function setPassword(token: string, newPassword: string, newPasswordConfirm: string): Promise<Outcome> {
  try {
    await api.post('/api/Account/ResetPassword', { token, newPassword, newPasswordConfirm })
    return 'done'
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    // An invalid token means a truncated link.
    if (error.code === 'account.resetLinkSpent' || error.fields.token) return 'spent'
    const problems = {
      newPassword: error.fields.newPassword,
      newPasswordConfirm: error.fields.newPasswordConfirm,
    }
    if (!problems.newPassword && !problems.newPasswordConfirm) throw error
    return problems
  }
}
