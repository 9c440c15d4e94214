import type { CSSProperties } from 'react'
import classes from './ColorChoice.module.css'
import type { Swatches } from './swatches.ts'

type Props = { name: string; swatches: Swatches | undefined }

/** A dot of a colour; one that nobody knows shows the beginning of its name. */
export function Swatch({ name, swatches }: Props) {
  const swatch = swatches?.get(name)
  const [first = '', second = first] = swatch ?? []
  return (
    <span
      className={classes.swatch}
      aria-hidden
      data-mixed={swatch?.length === 0 || undefined}
      style={first ? ({ '--first': first, '--second': second } as CSSProperties) : undefined}
    >
      {swatches && !swatch && name.slice(0, 2)}
    </span>
  )
}
