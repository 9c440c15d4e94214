import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { IconAction, IconButton } from '../IconButton.tsx'

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
    <IconButton Icon={Icon} h={40} onClick={() => void copy()}>
      <span aria-live="polite">{t(isCopied ? 'panel.security.copied' : 'panel.security.copy')}</span>
    </IconButton>
  )
}

/** Icon only; `name` says what is copied. */
export function CopyIcon({ text, name }: { text: string; name: string }) {
  if (!isSecureContext) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(() => notifyDone(t('panel.security.copied')), notifyFailure)
  return (
    <IconAction
      Icon={IconCopy}
      color="brand"
      className="screen-only"
      size={44}
      my={-10}
      label={`${t('panel.security.copy')}: ${name}`}
      title={t('panel.security.copy')}
      onClick={() => void copy()}
    />
  )
}
