import { Button } from '@mantine/core'
import type { IconPlus } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Page } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from './access.ts'

type Props = {
  page: Page
  /** Parameters of the page's address. */
  link?: LinkProps
  Icon?: typeof IconPlus
  isMain?: boolean
  /** Default: the page's title. */
  children?: ReactNode
}

/** A link to a page that looks like a button; nothing if the user may not open it. */
export function PageButton({ page, link, Icon, isMain = false, children = t(page.title) }: Props) {
  const mayOpen = useMayOpen(page)
  if (!mayOpen) return null
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      leftSection={Icon && <Icon size={18} aria-hidden />}
      renderRoot={(props) => <Link to={page.path as '/'} {...link} {...props} />}
    >
      {children}
    </Button>
  )
}
