import { ActionIcon } from '@mantine/core'
import { IconBug } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useErrorLog } from './errorLog.ts'
import classes from './Header.module.css'

const ErrorLogDialog = lazy(async () => ({ default: (await import('./ErrorLogDialog.tsx')).ErrorLogDialog }))

/** Hidden until there is an error. */
export function ErrorLogButton() {
  const { entries } = useErrorLog()
  const [isOpen, setIsOpen] = useState(false)
  if (entries.length === 0 && !isOpen) return null
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="red"
        size={44}
        className={classes.badge ?? ''}
        aria-label={t('panel.errors.button', { count: entries.length })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <IconBug size={22} stroke={1.6} aria-hidden />
        <span className={classes.count} aria-hidden>
          {formatCount(entries.length)}
        </span>
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <ErrorLogDialog entries={entries} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
