import {
  IconArrowDown,
  IconArrowMerge,
  IconArrowUp,
  IconCornerDownRight,
  IconFolderSymlink,
  IconIndentDecrease,
  IconIndentIncrease,
  IconPencil,
  IconPhotoOff,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { DropMenu, DropMenuItem } from '#web/ui/DropMenu.tsx'
import type { Step, TreeRow } from './tree.ts'
import type { TreeActions } from './useTreeActions.ts'

type Props = { row: TreeRow; actions: TreeActions; tabIndex: number; isSortable: boolean }

/** All actions, for users who cannot drag. */
export function RowMenu({ row: { category }, actions, tabIndex, isSortable }: Props) {
  // Rendered on demand, as there may be thousands of rows.
  const [isOpened, setIsOpened] = useState(false)
  const { categoryId, categoryName: name, image } = category
  return (
    <DropMenu
      label={t('panel.brandList.more', { name })}
      tabIndex={tabIndex}
      button={<span aria-hidden>⋯</span>}
      onOpen={() => setIsOpened(true)}
    >
      {isOpened && (
        <>
          <DropMenuItem icon={<IconPencil size={18} aria-hidden />} onClick={() => actions.edit(categoryId)}>
            {t('panel.categoryTree.rename')}
          </DropMenuItem>
          <DropMenuItem
            icon={<IconCornerDownRight size={18} aria-hidden />}
            onClick={() => actions.addBelow(categoryId)}
          >
            {t('panel.categoryTree.addBelow')}
          </DropMenuItem>
          {isSortable &&
            steps
              .filter(({ step }) => actions.canStep(category, step))
              .map(({ step, icon }) => (
                <DropMenuItem key={step} icon={icon} onClick={() => void actions.step(category, step)}>
                  {t(`panel.categoryTree.step.${step}`)}
                </DropMenuItem>
              ))}
          <DropMenuItem
            icon={<IconFolderSymlink size={18} aria-hidden />}
            onClick={() => actions.openDialog({ kind: 'move', category })}
          >
            {t('panel.categoryTree.moveTo')}
          </DropMenuItem>
          {image && (
            <DropMenuItem
              icon={<IconPhotoOff size={18} aria-hidden />}
              onClick={() => void actions.removeImage(category)}
            >
              {t('panel.brandList.dropImage')}
            </DropMenuItem>
          )}
          <DropMenuItem
            icon={<IconArrowMerge size={18} aria-hidden />}
            onClick={() => actions.openDialog({ kind: 'merge', category })}
          >
            {t('panel.brandList.merge')}
          </DropMenuItem>
          <DropMenuItem
            icon={<IconTrash size={18} aria-hidden />}
            onClick={() => void actions.remove(category)}
          >
            {t('panel.brandList.delete')}
          </DropMenuItem>
        </>
      )}
    </DropMenu>
  )
}

const steps: { step: Step; icon: React.ReactNode }[] = [
  { step: 'up', icon: <IconArrowUp size={18} aria-hidden /> },
  { step: 'down', icon: <IconArrowDown size={18} aria-hidden /> },
  { step: 'in', icon: <IconIndentIncrease size={18} aria-hidden /> },
  { step: 'out', icon: <IconIndentDecrease size={18} aria-hidden /> },
]
