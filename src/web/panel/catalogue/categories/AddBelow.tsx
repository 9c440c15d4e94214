import type { CSSProperties } from 'react'
import { t } from '#web/i18n.ts'
import classes from './Categories.module.css'
import { NameField } from './NameField.tsx'
import type { TreeRow } from './tree.ts'
import type { TreeActions } from './useTreeActions.ts'

/** Adds a category per Enter, until Esc or an empty name. */
export function AddBelow({ row, index, actions }: { row: TreeRow; index: number; actions: TreeActions }) {
  const { categoryId, categoryName: parent } = row.category
  return (
    <div
      role="row"
      className={classes.adding}
      aria-rowindex={index + 1}
      style={{ '--depth': row.depth + 1, '--index': index } as CSSProperties}
    >
      <div role="gridcell">
        <NameField
          label={t('panel.categoryTree.newBelow', { parent })}
          placeholder={t('panel.categoryTree.newBelow', { parent })}
          value=""
          onName={(name) => actions.add(name, categoryId)}
          onDone={(outcome) => {
            if (outcome === 'left') actions.addBelow(undefined)
          }}
        />
      </div>
    </div>
  )
}
