import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import classes from './PlainButton.module.css'

type Look = { look?: 'filled' | 'light' | 'default' }

const classOf = (className: string | undefined) =>
  className ? `${classes.button} ${className}` : classes.button

/** A button for what comes with the first load, where the kit's would be most of what is loaded. */
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

/** A link of the router that looks like a {@link PlainButton}. */
export const PlainButtonLink = createLink(PlainAnchor)
