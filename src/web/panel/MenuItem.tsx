import type { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DropMenuItem } from '#web/ui/DropMenu.tsx'

type Props = { Icon: typeof IconPlus; isCurrent?: boolean; children: ReactNode } & (
  | { href: string; onClick?: never }
  | { onClick: () => void; href?: never }
)

export const MenuItem = ({ Icon, ...props }: Props) => (
  <DropMenuItem icon={<Icon size={18} aria-hidden />} {...props} />
)
