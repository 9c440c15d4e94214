import { Button, Group, Modal, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { branchOf, fullNames } from './tree.ts'
import type { Categories } from './useCategories.ts'
import type { Asked, Deeds } from './useDeeds.ts'

type Props = { asked: Asked; all: Categories; deeds: Deeds; onClose: () => void }

/** The top of the tree, where a choice needs a value. */
const top = 'top'
/** So many are offered at once; typing finds the others. */
const offered = 200

/** Under which category another one goes, or into which it is merged, and what comes of it. */
export function ChooseDialog({ asked: { kind, category }, all, deeds, onClose }: Props) {
  const [choice, setChoice] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { categoryId, categoryName: name, parentId, productCount } = category
  const branch = branchOf(deeds.items, categoryId)
  const names = fullNames(deeds.items)
  const others = [...names]
    .filter(([id]) => !branch.has(id) && (kind === 'merge' || id !== parentId))
    .map(([value, label]) => ({ value, label }))
  const options =
    kind === 'move' && parentId ? [{ value: top, label: t('panel.categoryTree.top') }, ...others] : others
  const carryOut = async () => {
    if (!choice || isBusy) return
    setIsBusy(true)
    const isDone =
      kind === 'merge'
        ? await all.merge(category, choice, names.get(choice) ?? '')
        : await deeds.move(category, { parentId: choice === top ? undefined : choice, beforeId: undefined })
    setIsBusy(false)
    if (isDone) onClose()
  }
  return (
    <Modal opened onClose={onClose} withCloseButton={false} centered>
      <Modal.Title fw={600} fz="lg" mb="xs">
        {kind === 'merge'
          ? t('panel.categoryTree.mergeTitle', { name })
          : t('panel.categoryTree.moveTitle', { name })}
      </Modal.Title>
      <Text mb="sm">
        {kind === 'merge'
          ? t('panel.categoryTree.mergeText', { count: productCount })
          : t('panel.categoryTree.moveText')}
      </Text>
      <Select
        data-autofocus
        searchable
        openOnFocus={false}
        label={t(kind === 'merge' ? 'panel.categoryTree.mergeInto' : 'panel.categoryTree.moveUnder')}
        nothingFoundMessage={t('list.nothingFound')}
        limit={offered}
        data={options}
        value={choice}
        onChange={setChoice}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button disabled={!choice} loading={isBusy} onClick={() => void carryOut()}>
          {t(kind === 'merge' ? 'panel.brandList.merge' : 'panel.categoryTree.move')}
        </Button>
      </Group>
    </Modal>
  )
}
