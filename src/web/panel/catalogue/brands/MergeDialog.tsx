import { Button, Group, Modal, Select, Text } from '@mantine/core'
import { useState } from 'react'
import type { BrandRow } from '#shared/brands.ts'
import { t } from '#web/i18n.ts'
import type { Brands } from './useBrands.ts'

type Props = { brand: BrandRow; all: Brands; onClose: () => void }

export function MergeDialog({ brand, all, onClose }: Props) {
  const [intoId, setIntoId] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const others = (all.brands.data ?? []).filter(({ brandId }) => brandId !== brand.brandId)
  const into = others.find(({ brandId }) => brandId === intoId)
  const merge = async () => {
    if (!into || isBusy) return
    setIsBusy(true)
    if (await all.merge(brand, into)) onClose()
    setIsBusy(false)
  }
  return (
    <Modal opened onClose={onClose} withCloseButton={false} centered>
      <Modal.Title fw={600} fz="lg" mb="xs">
        {t('panel.brandList.mergeTitle', { name: brand.brandName })}
      </Modal.Title>
      <Text mb="sm">{t('panel.brandList.mergeText', { count: brand.productCount })}</Text>
      <Select
        data-autofocus
        searchable
        label={t('panel.brandList.mergeInto')}
        nothingFoundMessage={t('list.nothingFound')}
        data={others.map(({ brandId, brandName }) => ({ value: brandId, label: brandName }))}
        value={intoId}
        onChange={setIntoId}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button disabled={!into} loading={isBusy} onClick={() => void merge()}>
          {t('panel.brandList.merge')}
        </Button>
      </Group>
    </Modal>
  )
}
