import { Button, Group, Input, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/i18n.ts'
import type { TextField } from '../form/fields.ts'
import { CopyButton } from '../profile/CopyButton.tsx'
import classes from './Setup.module.css'

/** A token that nobody guesses: 256 bits, in letters that may stand in a header. */
function makeToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

type Props = { isKept: boolean; field: TextField; onMake: (token: string) => void }

/** The agent's token: made here, shown until it is saved, with what the agent is started by. */
export function AgentToken({ isKept, field, onMake }: Props) {
  const shown = useRef<HTMLDivElement>(null)
  const token = field.value
  const make = () => {
    flushSync(() => onMake(makeToken()))
    shown.current?.focus()
  }
  return (
    <div className={classes.wide}>
      <Input.Wrapper
        label={t('panel.erp.agent.token')}
        labelElement="div"
        description={t(isKept ? 'panel.erp.secretKept' : 'panel.erp.agent.tokenNone')}
        error={token === '' ? field.error : undefined}
        required={!isKept}
      >
        <Group mt={6}>
          <Button
            variant={isKept || token !== '' ? 'default' : 'filled'}
            leftSection={<IconKey size={18} aria-hidden />}
            data-path={field['data-path']}
            onClick={make}
          >
            {t(isKept || token !== '' ? 'panel.erp.agent.tokenNew' : 'panel.erp.agent.tokenMake')}
          </Button>
        </Group>
      </Input.Wrapper>
      {token !== '' && <Shown token={token} place={shown} />}
    </div>
  )
}

function Shown({ token, place }: { token: string; place: RefObject<HTMLDivElement | null> }) {
  const file = JSON.stringify(
    { toptanUrl: location.origin, toptanToken: token, erpUrl: 'http://', erpKey: '' },
    undefined,
    2,
  )
  return (
    <div
      ref={place}
      tabIndex={-1}
      role="group"
      aria-label={t('panel.erp.agent.token')}
      className={classes.token}
    >
      <Text fw={600}>{t('panel.erp.agent.tokenText')}</Text>
      <Copied text={token} />
      <Text size="sm" fw={600} mt="sm">
        {t('panel.erp.agent.settings')}
      </Text>
      <Text size="sm" c="var(--ink-soft)">
        {t('panel.erp.agent.settingsText')}
      </Text>
      <Copied text={file} />
      <Text size="sm" fw={600} mt="sm">
        {t('panel.erp.agent.command')}
      </Text>
      <Copied text={`npx ${location.origin}/api/erp-agent.tgz settings.json`} />
    </div>
  )
}

function Copied({ text }: { text: string }) {
  return (
    <div className={classes.copied}>
      <pre dir="ltr" tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text} />
    </div>
  )
}
