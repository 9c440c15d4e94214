import { FileButton, Loader, UnstyledButton } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { maxPictureBytes } from '#shared/catalogue/brands.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { pictureTypes } from '../files.tsx'
import classes from './PictureButton.module.css'

type Props = {
  /** What the picture shows. */
  name: string
  image: string
  tabIndex?: number
  onFile: (file: File) => Promise<unknown>
}

/** Replaces a picture by choosing or dropping a file. */
export function PictureButton({ name, image, tabIndex, onFile }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const resetFile = useRef<() => void>(null)
  const upload = async (file: File | null | undefined) => {
    resetFile.current?.()
    if (!file || isBusy) return
    if (file.size > maxPictureBytes) {
      return notifyFailure(t('panel.settings.picture.tooBig', { limit: maxPictureBytes / 1_000_000 }))
    }
    setIsBusy(true)
    await onFile(file)
    setIsBusy(false)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void upload(event.dataTransfer.files[0])
  }
  return (
    <FileButton resetRef={resetFile} accept={pictureTypes} onChange={(file) => void upload(file)}>
      {(props) => (
        <UnstyledButton
          {...props}
          className={classes.picture}
          tabIndex={tabIndex}
          aria-label={t('panel.brandList.imageLabel', { name })}
          onDragOver={(event: DragEvent) => event.preventDefault()}
          onDrop={drop}
        >
          {isBusy ? <Loader size="xs" /> : <Picture image={image} />}
        </UnstyledButton>
      )}
    </FileButton>
  )
}

function Picture({ image }: { image: string }) {
  return image ? (
    <img src={image} alt="" loading="lazy" decoding="async" />
  ) : (
    <IconPhotoPlus size={20} aria-hidden />
  )
}
