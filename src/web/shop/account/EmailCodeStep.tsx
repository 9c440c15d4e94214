import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { CallFailed } from '#web/api.ts'
import { direction, t } from '#web/i18n.ts'
import type { SignInNeed } from '#web/session.ts'
import { AttemptAlert } from '#web/ui/AttemptAlert.tsx'
import { AttemptButton } from '#web/ui/AttemptButton.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { type Attempt, useAttempt } from '#web/ui/useAttempt.ts'
import { formatClock, useSecondsUntil } from '#web/ui/useSecondsUntil.ts'
import classes from './AccountPage.module.css'
import { HiddenUsername } from './HiddenUsername.tsx'
import { TimeLeft } from './TimeLeft.tsx'

/** Seconds that a code is good for when it has just been sent, and before which the server sends no other. */
const lifetime = 180
const resendAfter = 20

type Sent = Extract<SignInNeed, { email: string }>
type Props = {
  sent: Sent
  username: string
  enter: (code?: string) => Promise<SignInNeed>
  onSent: (sent: SignInNeed) => void
  onBack: () => void
}

/** The code that was mailed, while it is good for something; else the way to another. */
export function EmailCodeStep({ sent, username, enter, onSent, onBack }: Props) {
  const [code, setCode] = useState('')
  const [isAnother, setIsAnother] = useState(false)
  const [answeredAt, setAnsweredAt] = useState(() => Date.now())
  const left = useSecondsUntil(answeredAt + sent.seconds * 1000)
  // A code that was under way already is older than the answer.
  const untilResend = useSecondsUntil(answeredAt + (sent.seconds - lifetime + resendAfter) * 1000)
  const verify = useAttempt(enter, onSent)
  const resend = useAttempt<void, SignInNeed>(
    () => enter(),
    (answer) => {
      setCode('')
      setAnsweredAt(Date.now())
      setIsAnother(true)
      verify.reset()
      onSent(answer)
    },
  )
  const verdict = verify.error instanceof CallFailed ? verify.error.code : undefined
  const isOver = !verify.isRunning && (verdict === 'session.codeSpent' || left === 0)
  const isWrong = verdict === 'session.badCode'
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('login.code.title')}
      </Title>
      {isOver && <CodeOver resend={resend} />}
      {!isOver && (
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
              text={t('login.code.sent', { email: inItsDirection(sent.email), seconds: sent.seconds })}
              value={code}
              onChange={setCode}
              onComplete={verify.run}
              error={isWrong && !verify.isRunning && verify.error?.message}
              isBusy={verify.isRunning}
              takesFocus
            />
            <TimeLeft seconds={left} />
            <Text size="sm" role="status" hidden={!isAnother}>
              {isAnother && t('login.code.resent')}
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
        {!isOver && <ResendButton resend={resend} seconds={untilResend} />}
        <Button variant="subtle" px="xs" onClick={onBack}>
          {t('login.code.back')}
        </Button>
      </div>
    </Stack>
  )
}

function ResendButton({ resend, seconds }: { resend: Attempt<void>; seconds: number }) {
  // Before its time it waits as it would be told to.
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

/** Instead of a field for a code that is good for nothing any more. */
function CodeOver({ resend }: { resend: Attempt<void> }) {
  const button = useRef<HTMLButtonElement>(null)
  // The field that had the focus is gone.
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

/** An address is written from left to right, within Arabic too. */
function inItsDirection(address: string): string {
  return direction === 'rtl' ? `\u2066${address}\u2069` : address
}
