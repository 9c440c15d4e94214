import type { LinkProps } from '@tanstack/react-router'
import type { Page } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'

/** A form's back link: its list, or the dashboard for users who may not see the list. */
export function useBackLink(list: Page & { path: NonNullable<LinkProps['to']> }) {
  const maySee = useMayOpen(list)
  const to: NonNullable<LinkProps['to']> = maySee ? list.path : '/panel/index'
  return { to, label: maySee ? t(list.title) : t('panel.dashboard') }
}
