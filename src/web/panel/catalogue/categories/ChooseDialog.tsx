import { Button, Group, Modal, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { branchOf, fullNames } from './tree.ts'
import type { Categories } from './useCategories.ts'
import type { OpenDialog, TreeActions } from './useTreeActions.ts'

type Props = { dialog: OpenDialog; all: Categories; actions: TreeActions; onClose: () => void }

/** The top of the tree needs a value too. */
const topValue = 'top'
/** Typing finds the rest. */
const maxOptions = 200

/** Chooses a new parent, or a category to merge into. */
export function ChooseDialog({ dialog: { kind, category }, all, actions, onClose }: Props) {
  const [choice, setChoice] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { categoryId, categoryName: name, parentId, productCount } = category
  const branch = branchOf(actions.items, categoryId)
  const names = fullNames(actions.items)
  const others = [...names]
    .filter(([id]) => !branch.has(id) && (kind === 'merge' || id !== parentId))
    .map(([value, label]) => ({ value, label }))
  const options =
    kind === 'move' && parentId
      ? [{ value: topValue, label: t('panel.categoryTree.top') }, ...others]
      : others
  const apply = async () => {
    if (!choice || isBusy) return
    setIsBusy(true)
    const isDone =
      kind === 'merge'
        ? await all.merge(category, choice, names.get(choice) ?? '')
        : await actions.move(category, {
            parentId: choice === topValue ? undefined : choice,
            beforeId: undefined,
          })
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
        limit={maxOptions}
        data={options}
        value={choice}
        onChange={setChoice}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button disabled={!choice} loading={isBusy} onClick={() => void apply()}>
          {t(kind === 'merge' ? 'panel.brandList.merge' : 'panel.categoryTree.move')}
        </Button>
      </Group>
    </Modal>
  )
}
