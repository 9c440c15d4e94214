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
import type { Deeds } from './useDeeds.ts'

type Props = { row: TreeRow; deeds: Deeds; tabIndex: number; isSortable: boolean }

/** Everything that can be done with a category, also by whoever neither drags nor types. */
export function RowMenu({ row: { category }, deeds, tabIndex, isSortable }: Props) {
  // Thousands of rows have a menu that nobody opens.
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
          <DropMenuItem icon={<IconPencil size={18} aria-hidden />} onClick={() => deeds.edit(categoryId)}>
            {t('panel.categoryTree.rename')}
          </DropMenuItem>
          <DropMenuItem
            icon={<IconCornerDownRight size={18} aria-hidden />}
            onClick={() => deeds.addBelow(categoryId)}
          >
            {t('panel.categoryTree.addBelow')}
          </DropMenuItem>
          {isSortable &&
            steps
              .filter(({ step }) => deeds.mayStep(category, step))
              .map(({ step, icon }) => (
                <DropMenuItem key={step} icon={icon} onClick={() => void deeds.step(category, step)}>
                  {t(`panel.categoryTree.step.${step}`)}
                </DropMenuItem>
              ))}
          <DropMenuItem
            icon={<IconFolderSymlink size={18} aria-hidden />}
            onClick={() => deeds.ask({ kind: 'move', category })}
          >
            {t('panel.categoryTree.moveTo')}
          </DropMenuItem>
          {image && (
            <DropMenuItem
              icon={<IconPhotoOff size={18} aria-hidden />}
              onClick={() => void deeds.dropImage(category)}
            >
              {t('panel.brandList.dropImage')}
            </DropMenuItem>
          )}
          <DropMenuItem
            icon={<IconArrowMerge size={18} aria-hidden />}
            onClick={() => deeds.ask({ kind: 'merge', category })}
          >
            {t('panel.brandList.merge')}
          </DropMenuItem>
          <DropMenuItem
            icon={<IconTrash size={18} aria-hidden />}
            onClick={() => void deeds.remove(category)}
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
