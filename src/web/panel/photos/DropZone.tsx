import { FileButton, Group, Text } from '@mantine/core'
import { IconFolder, IconPhotoUp } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { pictureTypes, useFileDrop, withoutSystemFiles } from '../files.tsx'
import { IconButton } from '../IconButton.tsx'
import classes from './Photos.module.css'

type Props = {
  onFiles: (files: File[]) => void
  text: ReactNode
  withFolders?: boolean
  isSmall?: boolean
}

/** Unknown to the types. */
const folderAttributes = { webkitdirectory: '' }

/** Takes files, or whole folders. */
export function DropZone({ onFiles, text, withFolders = false, isSmall = false }: Props) {
  const { isDragOver, ...drop } = useFileDrop(onFiles)
  const reset = useRef<() => void>(null)
  const folder = useRef<HTMLInputElement>(null)
  const choose = (files: File[]) => {
    onFiles(withoutSystemFiles(files))
    // Lets the same files be chosen again.
    reset.current?.()
    if (folder.current) folder.current.value = ''
  }
  return (
    <div className={classes.zone} data-over={isDragOver} data-small={isSmall} {...drop}>
      <Text component="p" m={0} c="var(--ink-soft)">
        {text}
      </Text>
      <Group gap="xs" justify="center">
        <FileButton multiple resetRef={reset} accept={pictureTypes} onChange={choose}>
          {(props) => (
            <IconButton Icon={IconPhotoUp} {...props} variant={withFolders ? 'filled' : 'default'}>
              {t('panel.photos.choose')}
            </IconButton>
          )}
        </FileButton>
        {withFolders && (
          <>
            <input
              ref={folder}
              type="file"
              hidden
              multiple
              {...folderAttributes}
              onChange={({ currentTarget }) => choose([...(currentTarget.files ?? [])])}
            />
            <IconButton Icon={IconFolder} visibleFrom="sm" onClick={() => folder.current?.click()}>
              {t('panel.photos.chooseFolder')}
            </IconButton>
          </>
        )}
      </Group>
    </div>
  )
}
