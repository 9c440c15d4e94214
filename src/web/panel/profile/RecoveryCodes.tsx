import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { saveFile } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import type { Question } from '#web/ui/confirm.ts'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import { usePageGuard } from '../shell/pageAddress.ts'
import { CopyButton } from './CopyButton.tsx'
import classes from './TwoFactor.module.css'

type Props = { codes: string[]; username: string; onKept: () => Promise<void> }

/** Shown once; leaving asks whether the codes were saved. */
export function RecoveryCodes({ codes, username, onKept }: Props) {
  const [hasKept, setHasKept] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const mayLeave = useRef(false)
  const [madeAt] = useState(() => new Date().toISOString())
  const [question] = useState(leaveQuestion)
  usePageGuard(() => !mayLeave.current, question)
  const date = formatDateTime(madeAt)
  const fileText = [t('panel.codes.title'), settings.displayName, username, date, '', ...codes, ''].join(
    '\r\n',
  )
  const finish = async () => {
    if (!hasKept || isLeaving) return
    mayLeave.current = true
    setIsLeaving(true)
    await onKept()
    // Still shown if `onKept` failed.
    setIsLeaving(false)
  }
  return (
    <section className={`box ${classes.card}`}>
      <Stack gap="md">
        <div className={classes.sheet}>
          <Title
            order={2}
            size="h5"
            tabIndex={-1}
            className={classes.heading ?? ''}
            ref={(heading) => heading?.focus()}
          >
            {t('panel.codes.title')}
          </Title>
          <Hint>
            <bdi>{settings.displayName}</bdi> · <bdi>{username}</bdi> · <bdi>{date}</bdi>
          </Hint>
          <Text mt="xs">{t('panel.codes.text')}</Text>
          <ol className={classes.codes}>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
        </div>
        <Group gap="xs">
          <CopyButton text={codes.join('\n')} />
          <IconButton
            Icon={IconDownload}
            h={40}
            onClick={() =>
              saveFile(
                new Blob([fileText], { type: 'text/plain;charset=utf-8' }),
                `recovery-codes-${settings.customerKey}.txt`,
              )
            }
          >
            {t('panel.codes.download')}
          </IconButton>
          <IconButton Icon={IconPrinter} h={40} onClick={() => window.print()}>
            {t('panel.codes.print')}
          </IconButton>
        </Group>
        <Checkbox
          size="md"
          label={t('panel.codes.kept')}
          checked={hasKept}
          onChange={(event) => setHasKept(event.currentTarget.checked)}
        />
        <div>
          <Button
            h={40}
            aria-disabled={!hasKept}
            data-disabled={!hasKept}
            aria-busy={isLeaving}
            onClick={() => void finish()}
          >
            {t('panel.codes.finish')}
          </Button>
        </div>
      </Stack>
    </section>
  )
}

function leaveQuestion(): Question {
  return {
    title: t('panel.codes.leaveTitle'),
    text: t('panel.codes.leaveText'),
    action: t('panel.form.leave'),
    cancel: t('panel.form.stay'),
    isDangerous: true,
  }
}
