import type { ReactNode } from 'react'
import { formatCount } from '#web/format.ts'
import classes from './Facets.module.css'

export function FacetGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={classes.group} open>
      <summary className={classes.title}>{title}</summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would repeat the summary */}
      <div role="group" aria-label={title}>
        {children}
      </div>
    </details>
  )
}

type CheckProps = {
  label: string
  mark?: ReactNode
  count: number | undefined
  checked: boolean
  onChange: () => void
}

/** `count`: products it would leave; undefined in a list too long to count. */
export function FacetCheck({ label, mark, count, checked, onChange }: CheckProps) {
  return (
    <label className={classes.check} data-none={count === 0 || undefined}>
      <input type="checkbox" checked={checked} onChange={onChange} />
      {mark}
      <span className={classes.label}>{label}</span>
      {count !== undefined && <span className={classes.count}>{formatCount(count)}</span>}
    </label>
  )
}
