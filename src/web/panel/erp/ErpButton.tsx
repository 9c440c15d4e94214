import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import type { IconPlus } from '@tabler/icons-react'

type Props = ButtonProps & ElementProps<'button', keyof ButtonProps> & { Icon: typeof IconPlus }

export const ErpButton = ({ Icon, ...props }: Props) => (
  <Button variant="default" leftSection={<Icon size={18} aria-hidden />} {...props} />
)
