import { ActionIcon, type ActionIconProps, Button, type ButtonProps, type ElementProps } from '@mantine/core'
import type { IconPlus } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ComponentProps, createElement } from 'react'

type Target = LinkProps | ComponentProps<'a'>
/** With `link` it leads to a page of the panel, or to any address. */
type Common = { Icon: typeof IconPlus; link?: Target | undefined }

type ButtonsProps = Common & ButtonProps & ElementProps<'button', keyof ButtonProps>

/** A button with an icon, by default a quiet one. */
export const IconButton = ({ Icon, link, ...props }: ButtonsProps) => (
  <Button variant="default" leftSection={<Icon size={18} aria-hidden />} {...rootOf(link)} {...props} />
)

type ActionProps = Common &
  ActionIconProps &
  ElementProps<'button', keyof ActionIconProps> & { label: string }

/** A button that shows only an icon; `label` is its name. */
export const IconAction = ({ Icon, link, label, ...props }: ActionProps) => (
  <ActionIcon variant="subtle" color="gray" size={40} aria-label={label} {...rootOf(link)} {...props}>
    <Icon size={18} aria-hidden />
  </ActionIcon>
)

const rootOf = (link: Target | undefined) =>
  link && {
    renderRoot: (props: object) =>
      'to' in link ? <Link {...link} {...props} /> : createElement('a', { ...link, ...props }),
  }
