import { FileButton } from '@mantine/core'
import { type ComponentProps, type DragEvent, useRef, useState } from 'react'
import { IconButton } from './IconButton.tsx'

export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif'

type Props = Omit<ComponentProps<typeof IconButton>, 'onClick'> & {
  accept: string
  onFile: (file: File) => void
}

/** A button that asks for a file; the same file can be chosen again. */
export function FileChooser({ accept, onFile, ...button }: Props) {
  const reset = useRef<() => void>(null)
  const choose = (file: File | null) => {
    reset.current?.()
    if (file) onFile(file)
  }
  return (
    <FileButton resetRef={reset} accept={accept} onChange={choose}>
      {(props) => <IconButton {...props} {...button} />}
    </FileButton>
  )
}

/** Drop handlers for an element; `isDragOver` while files are dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isDragOver, setIsDragOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    isDragOver,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Otherwise the browser would open the file.
      event.preventDefault()
      setIsDragOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsDragOver(false)
    },
    onDrop: (event: DragEvent) => {
      setIsDragOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      void filesOf(event.dataTransfer).then(onFiles)
    },
  }
}

/** Created by operating systems in every folder. */
const isSystemFile = ({ name }: { name: string }) =>
  name.startsWith('.') || ['thumbs.db', 'desktop.ini'].includes(name.toLowerCase())

/** Includes files in folders. */
export async function filesOf({ items, files }: DataTransfer): Promise<File[]> {
  // Read synchronously, because the browser clears the drop after the event.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const plain = [...files]
  const found = entries.length > 0 ? (await Promise.all(entries.map(filesIn))).flat() : plain
  return withoutSystemFiles(found)
}

export function withoutSystemFiles(files: Iterable<File>): File[] {
  return [...files].filter((file) => !isSystemFile(file))
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry instanceof FileSystemFileEntry) {
    return new Promise((resolve) =>
      entry.file(
        (file) => resolve([file]),
        () => resolve([]),
      ),
    )
  }
  if (!(entry instanceof FileSystemDirectoryEntry)) return []
  const reader = entry.createReader()
  const found: File[] = []
  for (;;) {
    // Answers about a hundred at a time.
    const batch = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (batch.length === 0) return found
    found.push(...(await Promise.all(batch.map(filesIn))).flat())
  }
}
