import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { OfficeProduct } from '#shared/products.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { useItem, useItemStore } from './ItemContext.ts'
import { draftOf, putColor } from './itemDraft.ts'

type Props = { deleted: OfficeProduct[]; loadAgain?: () => Promise<void> }

/** Colours that were deleted, each with the way back. */
export function DeletedColors({ deleted }: Props) {
  const store = useItemStore()
  const keys = useItem(({ draft }) => draft.colorKeys)
  const [busy, setBusy] = useState<string>()
  const gone = deleted.filter(({ id }) => !keys.includes(id))
  if (gone.length === 0) return null
  const restore = async ({ id, itemCode, colorCode, colorDescription }: OfficeProduct) => {
    setBusy(id)
    try {
      await api.post('/api/Shop/RestoreProduct', { id })
      const { data } = await api.get('/api/Shop/GetProductById', { id })
      const stored = draftOf(itemCode, [data])
      store.setState(({ draft, before }) => {
        const [now, then] = [structuredClone(draft), structuredClone(before)]
        putColor(now, data)
        putColor(then, data)
        // One object on both sides: nothing of it is changed.
        for (const side of [now, then]) {
          Object.assign(side.colors, stored.colors)
          Object.assign(side.rows, stored.rows)
        }
        return { draft: now, before: then }
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
      {gone.map((product) => {
        const name = product.colorDescription || product.colorCode || product.itemCode
        return (
          <Button
            key={product.id}
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            aria-label={t('panel.person.restoreName', { name })}
            aria-busy={busy === product.id}
            onClick={() => void restore(product)}
          >
            {name}
          </Button>
        )
      })}
    </Group>
  )
}
