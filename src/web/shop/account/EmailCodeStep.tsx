import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { CallFailed } from '#web/api.ts'
import { direction, t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { AttemptAlert } from '#web/ui/AttemptAlert.tsx'
import { AttemptButton } from '#web/ui/AttemptButton.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { type Attempt, useAttempt } from '#web/ui/useAttempt.ts'
import { formatClock, useSecondsUntil } from '#web/ui/useSecondsUntil.ts'
import classes from './AccountPage.module.css'
import { HiddenUsername } from './HiddenUsername.tsx'
import type { SignInNeed } from './signIn.ts'
import { TimeLeft } from './TimeLeft.tsx'

/** Seconds a new code is valid, and until another may be sent. */
const codeLifetimeSeconds = 180
const resendAfterSeconds = 20

type SentCode = Extract<SignInNeed, { email: string }>
type Props = {
  sent: SentCode
  username: string
  enter: (code?: string) => Promise<SignInNeed>
  onSent: (sent: SignInNeed) => void
  onBack: () => void
}

/** Asks for the mailed code while it is valid, then offers a new one. */
export function EmailCodeStep({ sent, username, enter, onSent, onBack }: Props) {
  const [code, setCode] = useState('')
  const [isResent, setIsResent] = useState(false)
  const [answeredAt, setAnsweredAt] = useState(() => Date.now())
  const left = useSecondsUntil(answeredAt + sent.seconds * 1000)
  // A code sent earlier is older than the answer.
  const untilResend = useSecondsUntil(
    answeredAt + (sent.seconds - codeLifetimeSeconds + resendAfterSeconds) * 1000,
  )
  const verify = useAttempt(enter, onSent)
  const resend = useAttempt<void, SignInNeed>(
    () => enter(),
    (answer) => {
      setCode('')
      setAnsweredAt(Date.now())
      setIsResent(true)
      verify.reset()
      onSent(answer)
    },
  )
  const errorCode = verify.error instanceof CallFailed ? verify.error.code : undefined
  const isExpired = !verify.isRunning && (errorCode === 'session.codeSpent' || left === 0)
  const isWrong = errorCode === 'session.badCode'
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('login.code.title')}
      </Title>
      {isExpired && <CodeOver resend={resend} />}
      {!isExpired && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            verify.run(code)
          }}
        >
          <Stack>
            <HiddenUsername value={username} />
            <CodeField
              key={answeredAt}
              label={t('login.code.label')}
              text={t('login.code.sent', { email: isolateLtr(sent.email), seconds: sent.seconds })}
              value={code}
              onChange={setCode}
              onComplete={verify.run}
              error={isWrong && !verify.isRunning && verify.error?.message}
              isBusy={verify.isRunning}
              takesFocus
            />
            {settings.keepsMails && <Text size="sm">{t('login.code.kept')}</Text>}
            <TimeLeft seconds={left} />
            <Text size="sm" role="status" hidden={!isResent}>
              {isResent && t('login.code.resent')}
            </Text>
            {!isWrong && <AttemptAlert attempt={verify} />}
            <AttemptAlert attempt={resend} />
            <AttemptButton type="submit" size="md" fullWidth attempt={verify}>
              {t('login.code.submit')}
            </AttemptButton>
          </Stack>
        </form>
      )}
      <div className={classes.ways}>
        {!isExpired && <ResendButton resend={resend} seconds={untilResend} />}
        <Button variant="subtle" px="xs" onClick={onBack}>
          {t('login.code.back')}
        </Button>
      </div>
    </Stack>
  )
}

function ResendButton({ resend, seconds }: { resend: Attempt<void>; seconds: number }) {
  // Waits as if the server had said so.
  const wait = seconds > 0 ? { mustWait: true, seconds } : {}
  return (
    <AttemptButton
      variant="subtle"
      px="xs"
      attempt={{ ...resend, ...wait }}
      onClick={() => seconds > 0 || resend.run()}
    >
      {seconds > 0 ? t('login.code.resendIn', { time: formatClock(seconds) }) : t('login.code.resend')}
    </AttemptButton>
  )
}

/** Replaces the field of an expired code. */
function CodeOver({ resend }: { resend: Attempt<void> }) {
  const button = useRef<HTMLButtonElement>(null)
  // The focused field is gone.
  useEffect(() => button.current?.focus(), [])
  return (
    <>
      <Alert color="orange" variant="light" role="alert">
        {t('login.code.over')}
      </Alert>
      <AttemptAlert attempt={resend} />
      <AttemptButton ref={button} size="md" attempt={resend} onClick={() => resend.run()}>
        {t('login.code.new')}
      </AttemptButton>
    </>
  )
}

/** Addresses are left-to-right even in Arabic. */
function isolateLtr(address: string): string {
  return direction === 'rtl' ? `\u2066${address}\u2069` : address
}
