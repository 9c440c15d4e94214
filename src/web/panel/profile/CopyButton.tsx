import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'

/** Renders nothing without TLS, where browsers deny clipboard access. */
export function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setIsCopied(false), 2000) : undefined
    return () => clearTimeout(timer)
  }, [isCopied])
  if (!isSecureContext) return null
  const copy = () => navigator.clipboard.writeText(text).then(() => setIsCopied(true), notifyFailure)
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <Button variant="default" h={40} leftSection={<Icon size={18} aria-hidden />} onClick={() => void copy()}>
      <span aria-live="polite">{t(isCopied ? 'panel.security.copied' : 'panel.security.copy')}</span>
    </Button>
  )
}

/** Icon only; `name` says what is copied. */
export function CopyIcon({ text, name }: { text: string; name: string }) {
  if (!isSecureContext) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(() => notifyDone(t('panel.security.copied')), notifyFailure)
  return (
    <ActionIcon
      variant="subtle"
      className="screen-only"
      size={44}
      my={-10}
      aria-label={`${t('panel.security.copy')}: ${name}`}
      title={t('panel.security.copy')}
      onClick={() => void copy()}
    >
      <IconCopy size={18} aria-hidden />
    </ActionIcon>
  )
}
