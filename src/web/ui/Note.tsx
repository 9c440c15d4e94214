import type { ComponentProps, ReactNode } from 'react'
import classes from './Note.module.css'

type Props = Omit<ComponentProps<'div'>, 'title' | 'color'> & {
  color: 'blue' | 'red' | 'yellow'
  title?: ReactNode
}

/** A box that tells something about the page around it. */
export function Note({ color, title, className = '', children, ...props }: Props) {
  return (
    <div {...props} className={`${classes.note} ${className}`} data-color={color}>
      {title && <p className={classes.title}>{title}</p>}
      {children}
    </div>
  )
}
