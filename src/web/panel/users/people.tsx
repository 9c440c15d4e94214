import { Badge, Group } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { Page } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import { optionsOf } from '../list/FilterBar.tsx'
import classes from './people.module.css'
import { personStates } from './userSearch.ts'

export const stateFilter = {
  label: t('order.state'),
  options: optionsOf(personStates, (state) => t(`panel.person.state.${state}`)),
}

/** Aligned to the column's start, in RTL lists too. */
export function Email({ person: { email } }: { person: { email: string } }) {
  if (!email) return '–'
  return (
    <span className={classes.email}>
      <bdi>{email}</bdi>
    </span>
  )
}

type StateProps = { person: { isActive: boolean; isDeleted: boolean; hasTotp?: boolean } }

/** State of a user or an agent. Active ones have no badge. */
export function PersonState({ person: { isActive, isDeleted, hasTotp } }: StateProps) {
  return (
    <Group gap={6} wrap="nowrap" component="span">
      {isDeleted || !isActive ? (
        <Badge color={isDeleted ? 'gray' : 'red'}>
          {t(isDeleted ? 'panel.person.state.deleted' : 'panel.person.state.passive')}
        </Badge>
      ) : (
        t('panel.person.state.active')
      )}
      {hasTotp && (
        <IconShieldCheck
          size={18}
          role="img"
          aria-label={t('panel.user.twoFactorOn')}
          color="var(--mantine-color-green-8)"
        >
          <title>{t('panel.user.twoFactorOn')}</title>
        </IconShieldCheck>
      )}
    </Group>
  )
}

/** A form's back link: its list, or the dashboard for users who may not see the list. */
export function useBackLink(list: Page & { path: NonNullable<LinkProps['to']> }) {
  const maySee = useMayOpen(list)
  const to: NonNullable<LinkProps['to']> = maySee ? list.path : '/panel/index'
  return { to, label: maySee ? t(list.title) : t('panel.dashboard') }
}
