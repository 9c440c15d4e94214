import { IconAlertTriangle } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './Warning.module.css'

export function Warning({ link, text }: { link: LinkProps; text: string }) {
  return (
    <p className={classes.warning}>
      <IconAlertTriangle size={18} aria-hidden />
      <Link {...link}>{text}</Link>
    </p>
  )
}
