import { type DragEvent, useState } from 'react'

/** `isDragOver` while a file is dragged over the element. */
export function useFileDrop(onFile: (file: File) => void) {
  const [isDragOver, setIsDragOver] = useState(false)
  return {
    isDragOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        // Otherwise the browser would open the file.
        event.preventDefault()
        setIsDragOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDragOver(false)
      },
      onDrop: (event: DragEvent) => {
        setIsDragOver(false)
        const [file] = event.dataTransfer.files
        if (!file) return
        event.preventDefault()
        onFile(file)
      },
    },
  }
}
