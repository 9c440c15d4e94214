import { t } from '#web/i18n.ts'
import { SelectDialog } from '../SelectDialog.tsx'
import { branchOf, fullNames } from './tree.ts'
import type { OpenDialog, TreeActions } from './useTreeActions.ts'

type Props = { dialog: OpenDialog; actions: TreeActions; onClose: () => void }

/** The top of the tree needs a value too. */
const topValue = 'top'
/** Typing finds the rest. */
const maxOptions = 200

/** Chooses a new parent, or a category to merge into. */
export function ChooseDialog({ dialog: { kind, category }, actions, onClose }: Props) {
  const { categoryId, categoryName: name, parentId, productCount } = category
  const branch = branchOf(actions.items, categoryId)
  const names = fullNames(actions.items)
  const others = [...names]
    .filter(([id]) => !branch.has(id) && (kind === 'merge' || id !== parentId))
    .map(([value, label]) => ({ value, label }))
  const common = { select: { openOnFocus: false, limit: maxOptions }, onClose }
  if (kind === 'merge') {
    return (
      <SelectDialog
        {...common}
        title={t('panel.categoryTree.mergeTitle', { name })}
        text={t('panel.categoryTree.mergeText', { count: productCount })}
        label={t('panel.categoryTree.mergeInto')}
        options={others}
        action={t('panel.brandList.merge')}
        onChoose={(id) => actions.merge(category, id, names.get(id) ?? '')}
      />
    )
  }
  const top = { value: topValue, label: t('panel.categoryTree.top') }
  return (
    <SelectDialog
      {...common}
      title={t('panel.categoryTree.moveTitle', { name })}
      text={t('panel.categoryTree.moveText')}
      label={t('panel.categoryTree.moveUnder')}
      options={parentId ? [top, ...others] : others}
      action={t('panel.categoryTree.move')}
      onChoose={(id) =>
        actions.move(category, { parentId: id === topValue ? undefined : id, beforeId: undefined })
      }
    />
  )
}
