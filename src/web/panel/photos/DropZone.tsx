import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconFolder, IconPhotoUp } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { filesOf, withoutClutter } from './droppedFiles.ts'
import classes from './Photos.module.css'

type Props = {
  onFiles: (files: File[]) => void
  text: ReactNode
  withFolders?: boolean
  isSmall?: boolean
}

/** As browsers have called it for ever; the types do not know it. */
const wholeFolders = { webkitdirectory: '' }

const kinds = 'image/jpeg,image/png,image/webp,image/avif'

/** Where photos are dropped, or chosen: as many as one likes, whole folders too. */
export function DropZone({ onFiles, text, withFolders = false, isSmall = false }: Props) {
  const { isOver, ...drop } = useFileDrop(onFiles)
  const reset = useRef<() => void>(null)
  const folder = useRef<HTMLInputElement>(null)
  const take = (files: File[]) => {
    onFiles(withoutClutter(files))
    // The same files can be chosen again.
    reset.current?.()
    if (folder.current) folder.current.value = ''
  }
  return (
    <div className={classes.zone} data-over={isOver} data-small={isSmall} {...drop}>
      <Text component="p" m={0} c="var(--ink-soft)">
        {text}
      </Text>
      <Group gap="xs" justify="center">
        <FileButton multiple resetRef={reset} accept={kinds} onChange={take}>
          {(props) => (
            <Button
              {...props}
              variant={withFolders ? 'filled' : 'default'}
              leftSection={<IconPhotoUp size={18} aria-hidden />}
            >
              {t('panel.photos.choose')}
            </Button>
          )}
        </FileButton>
        {withFolders && (
          <>
            <input
              ref={folder}
              type="file"
              hidden
              multiple
              {...wholeFolders}
              onChange={({ currentTarget }) => take([...(currentTarget.files ?? [])])}
            />
            <Button
              variant="default"
              visibleFrom="sm"
              leftSection={<IconFolder size={18} aria-hidden />}
              onClick={() => folder.current?.click()}
            >
              {t('panel.photos.chooseFolder')}
            </Button>
          </>
        )}
      </Group>
    </div>
  )
}

/** What an element needs to have files dropped on it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
    },
    onDrop: (event: DragEvent) => {
      setIsOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      void filesOf(event.dataTransfer).then(onFiles)
    },
  }
}
