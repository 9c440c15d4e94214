import type { CSSProperties } from 'react'
import { t } from '#web/i18n.ts'
import classes from './Categories.module.css'
import { NameField } from './NameField.tsx'
import type { TreeRow } from './tree.ts'
import type { Deeds } from './useDeeds.ts'

/** A line for new categories below one: each is added by Enter, until Esc or nothing is typed. */
export function AddBelow({ row, index, deeds }: { row: TreeRow; index: number; deeds: Deeds }) {
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
          onName={(name) => deeds.add(name, categoryId)}
          onDone={(how) => {
            if (how === 'left') deeds.addBelow(undefined)
          }}
        />
      </div>
    </div>
  )
}
