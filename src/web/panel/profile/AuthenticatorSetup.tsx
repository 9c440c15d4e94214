import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { encode } from 'uqr'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { AttemptAlert } from '#web/ui/AttemptAlert.tsx'
import { AttemptButton } from '#web/ui/AttemptButton.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { useAttempt } from '#web/ui/useAttempt.ts'
import { CopyButton } from './CopyButton.tsx'
import classes from './TwoFactor.module.css'

/** `address` is the otpauth:// URI. */
export type TotpSecret = { secret: string; address: string }

type Props = { secret: TotpSecret; onDone: (recoveryCodes: string[]) => void; onCancel: () => void }

/** Shows the secret to scan and asks for a code as proof. */
export function AuthenticatorSetup({ secret, onDone, onCancel }: Props) {
  const [code, setCode] = useState('')
  const attempt = useAttempt(
    async (enteredCode: string) => (await api.post('/api/Account/ConfirmTotp', { code: enteredCode })).data,
    (answer) => onDone(answer.recoveryCodes),
  )
  const isWrong = attempt.error instanceof CallFailed && attempt.error.code === 'session.badCode'
  return (
    <form
      className={`box ${classes.card}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (code) attempt.run(code)
      }}
    >
      <Stack gap="md">
        <Title
          order={2}
          size="h5"
          tabIndex={-1}
          className={classes.heading ?? ''}
          ref={(heading) => heading?.focus()}
        >
          {t('panel.security.scan')}
        </Title>
        <Text c="var(--ink-soft)">{t('panel.security.scanText')}</Text>
        <div className={classes.secret}>
          <QrCode text={secret.address} label={t('panel.security.qrLabel')} />
          <Stack gap="xs" align="flex-start">
            <Text>{t('panel.security.secret')}</Text>
            <code className={classes.key}>{groupByFour(secret.secret)}</code>
            <Group gap="xs">
              <CopyButton text={secret.secret} />
              <Button variant="subtle" h={40} component="a" href={secret.address}>
                {t('panel.security.openApp')}
              </Button>
            </Group>
          </Stack>
        </div>
        <Title order={2} size="h5">
          {t('panel.security.confirm')}
        </Title>
        <div className={classes.code}>
          <CodeField
            label={t('login.totp.label')}
            value={code}
            onChange={setCode}
            onComplete={attempt.run}
            error={isWrong && !attempt.isRunning && attempt.error?.message}
            isBusy={attempt.isRunning}
          />
        </div>
        {!isWrong && <AttemptAlert attempt={attempt} />}
        <Group gap="xs">
          <AttemptButton type="submit" h={40} attempt={attempt}>
            {t('panel.security.turnOn')}
          </AttemptButton>
          <Button variant="default" h={40} onClick={onCancel}>
            {t('action.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Groups of four are easier to type. */
function groupByFour(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}

/** Always black on white, so that cameras can read it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encode(text, { ecc: 'M', border: 4 }).data
  const size = rows.length
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
