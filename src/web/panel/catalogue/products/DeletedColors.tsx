import { Group, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { OfficeProduct } from '#shared/products.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { IconButton } from '../../IconButton.tsx'
import { useItem, useItemStore } from './ItemContext.ts'
import { draftOf, putColor } from './itemDraft.ts'

type Props = { deleted: OfficeProduct[]; loadAgain?: () => Promise<void> }

export function DeletedColors({ deleted }: Props) {
  const store = useItemStore()
  const keys = useItem(({ draft }) => draft.colorKeys)
  const [busy, setBusy] = useState<string>()
  const deletedColors = deleted.filter(({ id }) => !keys.includes(id))
  if (deletedColors.length === 0) return null
  const restore = async ({ id, itemCode, colorCode, colorDescription }: OfficeProduct) => {
    setBusy(id)
    try {
      await api.post('/api/Shop/RestoreProduct', { id })
      const { data } = await api.get('/api/Shop/GetProductById', { id })
      const stored = draftOf(itemCode, [data])
      store.setState(({ draft, saved }) => {
        const [newDraft, newSaved] = [structuredClone(draft), structuredClone(saved)]
        putColor(newDraft, data)
        putColor(newSaved, data)
        // The same objects on both sides, so that nothing counts as changed.
        for (const target of [newDraft, newSaved]) {
          Object.assign(target.colors, stored.colors)
          Object.assign(target.rows, stored.rows)
        }
        return { draft: newDraft, saved: newSaved }
      })
      notifyDone(t('panel.person.restored', { name: colorDescription || colorCode }))
    } catch (error) {
      notifyFailure(error)
    }
    setBusy(undefined)
  }
  return (
    <Group gap="xs" mt="xs">
      <Text size="sm" c="var(--ink-soft)">
        {t('panel.product.deletedColors')}
      </Text>
      {deletedColors.map((product) => {
        const name = product.colorDescription || product.colorCode || product.itemCode
        return (
          <IconButton
            Icon={IconArrowBackUp}
            key={product.id}
            aria-label={t('panel.person.restoreName', { name })}
            aria-busy={busy === product.id}
            onClick={() => void restore(product)}
          >
            {name}
          </IconButton>
        )
      })}
    </Group>
  )
}
