import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Product, ProductItem } from '#shared/catalogue/catalogue.ts'
import { variantLabel } from '#web/sizes.ts'
import classes from './Lines.module.css'

/** Linen Shirt Black M. */
export const lineLabel = (product: Product, item: ProductItem) =>
  `${product.itemDescription} ${product.colorDescription} ${variantLabel(item)}`

/** A line's product with its size, above smaller texts. */
export function LineName({
  name,
  item,
  children,
}: {
  name: string
  item?: ProductItem
  children: ReactNode
}) {
  return (
    <div className={classes.what}>
      <p className={classes.name}>
        {name} {item && <strong className={classes.size}>{variantLabel(item)}</strong>}
      </p>
      {children}
    </div>
  )
}

type ProblemProps = {
  /** As typed or scanned. */
  title: ReactNode
  /** Without one it is a choice to make. */
  isWrong?: boolean
  removeLabel: string
  onRemove: () => void
  children: ReactNode
}

/** What was typed or scanned, and what is wrong with it. */
export function ProblemHead({ title, isWrong = true, removeLabel, onRemove, children }: ProblemProps) {
  return (
    <div className={classes.problemHead}>
      {isWrong && <IconAlertTriangle size={20} aria-hidden className={classes.warning} />}
      <div className={classes.what}>
        <p className={classes.name}>{title}</p>
        {children}
      </div>
      <RemoveButton label={removeLabel} onClick={onRemove} />
    </div>
  )
}

export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.icon} aria-label={label} onClick={onClick}>
      <IconX size={18} aria-hidden />
    </button>
  )
}
