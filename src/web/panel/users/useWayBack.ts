import type { LinkProps } from '@tanstack/react-router'
import type { Page } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'

/** Where a form leads back to: its list, or the dashboard for whoever may not see the list. */
export function useWayBack(list: Page & { path: NonNullable<LinkProps['to']> }) {
  const maySee = useMayOpen(list)
  const to: NonNullable<LinkProps['to']> = maySee ? list.path : '/panel/index'
  return { to, label: maySee ? t(list.title) : t('panel.dashboard') }
}
