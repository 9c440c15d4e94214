import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import classes from './PlainButton.module.css'

type Look = { look?: 'filled' | 'light' | 'default' }

const classOf = (className: string | undefined) =>
  className ? `${classes.button} ${className}` : classes.button

/** For the first load: much smaller than Mantine's button. */
export function PlainButton({ look = 'default', className, ...props }: ComponentProps<'button'> & Look) {
  return <button type="button" data-look={look} className={classOf(className)} {...props} />
}

function PlainAnchor({ look = 'default', className, children, ...props }: ComponentProps<'a'> & Look) {
  return (
    <a data-look={look} className={classOf(className)} {...props}>
      {children}
    </a>
  )
}

export const PlainButtonLink = createLink(PlainAnchor)
