import { Button, Group, Modal } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { OwnerName } from './cells.tsx'
import type { Owner } from './dropped.ts'
import { ProductPhotos } from './ProductPhotos.tsx'

export function PhotosDialog({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} withCloseButton={false} size="xl">
      <Modal.Title mb="sm">
        <OwnerName owner={owner} />
      </Modal.Title>
      <ProductPhotos itemCode={owner.itemCode} colorCode={owner.colorCode} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('action.close')}
        </Button>
      </Group>
    </Modal>
  )
}
