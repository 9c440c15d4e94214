import { Group, Input, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/i18n.ts'
import type { TextField } from '../form/fields.ts'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import { CopyButton } from '../profile/CopyButton.tsx'
import { formatRelative } from './relative.ts'
import classes from './Setup.module.css'
import { useErpLink } from './useErpLink.ts'

/** 256 random bits, base64url for use in a header. */
function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

type Props = { isStored: boolean; field: TextField; set: (token: string) => void; isShown: boolean }

/** Creates a token and shows it, with the agent's settings, until it is saved. */
export function ErpAgentToken({ isStored, field, set, isShown }: Props) {
  const details = useRef<HTMLDivElement>(null)
  const token = field.value
  const create = () => {
    flushSync(() => set(createToken()))
    details.current?.focus()
  }
  return (
    <>
      {isStored && isShown && (
        <Text size="sm" mt={24} role="status">
          <ErpAgentSeen />
        </Text>
      )}
      <div className="wide">
        <Input.Wrapper
          label={t('panel.erp.agent.token')}
          labelElement="div"
          description={t(isStored ? 'panel.erp.secretKept' : 'panel.erp.agent.tokenNone')}
          error={token === '' ? field.error : undefined}
          required={!isStored}
        >
          <Group mt={6}>
            <IconButton
              Icon={IconKey}
              variant={isStored || token !== '' ? 'default' : 'filled'}
              data-path={field['data-path']}
              onClick={create}
            >
              {t(isStored || token !== '' ? 'panel.erp.agent.tokenNew' : 'panel.erp.agent.tokenMake')}
            </IconButton>
          </Group>
        </Input.Wrapper>
        {token !== '' && <TokenDetails token={token} boxRef={details} />}
      </div>
    </>
  )
}

function TokenDetails({ token, boxRef }: { token: string; boxRef: RefObject<HTMLDivElement | null> }) {
  const file = JSON.stringify(
    { toptanUrl: location.origin, toptanToken: token, erpUrl: 'http://', erpKey: '' },
    undefined,
    2,
  )
  return (
    <div
      ref={boxRef}
      tabIndex={-1}
      role="group"
      aria-label={t('panel.erp.agent.token')}
      className={classes.token}
    >
      <Text fw={600}>{t('panel.erp.agent.tokenText')}</Text>
      <CopyableText text={token} />
      <Text size="sm" fw={600} mt="sm">
        {t('panel.erp.agent.settings')}
      </Text>
      <Hint>{t('panel.erp.agent.settingsText')}</Hint>
      <CopyableText text={file} />
      <Text size="sm" fw={600} mt="sm">
        {t('panel.erp.agent.command')}
      </Text>
      <CopyableText text={`npx ${location.origin}/api/erp-agent.tgz settings.json`} />
    </div>
  )
}

function CopyableText({ text }: { text: string }) {
  return (
    <div className={classes.copied}>
      <pre dir="ltr" tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text} />
    </div>
  )
}

/** When the agent last asked for work. */
export function ErpAgentSeen() {
  const { data, dataUpdatedAt } = useErpLink({ isWatched: true })
  if (!data) return null
  const { agentSeenAt } = data.state
  return agentSeenAt
    ? t('panel.erp.agent.seen', { when: formatRelative(agentSeenAt, dataUpdatedAt) })
    : t('panel.erp.agent.never')
}
