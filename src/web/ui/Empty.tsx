import type { ReactNode } from 'react'
import classes from './Empty.module.css'

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <h2 className={classes.title}>{title}</h2>
      <div className={classes.text}>{children}</div>
    </div>
  )
}
