import { Alert, Button, Group, Text, Title } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { listLink } from '../list/listLink.ts'
import classes from './ReadOnlyPage.module.css'
import type { useBackLink } from './useBackLink.ts'

type Props = {
  title: ReactNode
  back: ReturnType<typeof useBackLink>
  reason: string
  /** Present if the record is deleted and may be restored. */
  onRestore?: (() => void) | undefined
  isBusy: boolean
  actions?: ReactNode
  fields: ReactNode
  children?: ReactNode
}

export function ReadOnlyPage({ title, back, reason, onRestore, isBusy, actions, fields, children }: Props) {
  return (
    <div className={classes.page}>
      <Text size="sm" mb={4}>
        <Link {...listLink(back.to)}>{back.label}</Link>
      </Text>
      <Group justify="space-between" mb="md">
        <Title order={1} size="h3">
          {title}
        </Title>
        {actions}
      </Group>
      <Alert variant="light" color="gray" mb="md">
        <Group justify="space-between">
          <span>{reason}</span>
          {onRestore && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              aria-busy={isBusy}
              onClick={onRestore}
            >
              {t('panel.person.restore')}
            </Button>
          )}
        </Group>
      </Alert>
      <fieldset disabled className={classes.fields} aria-label={t('panel.person.readOnly')}>
        {fields}
      </fieldset>
      {children}
    </div>
  )
}
