import { type DragEvent, useState } from 'react'

/** Handlers for what files can be dropped on; isOver while one is held over it. */
export function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        // Without this the browser opens the file in place of the page.
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      },
      onDrop: (event: DragEvent) => {
        setIsOver(false)
        const [file] = event.dataTransfer.files
        if (!file) return
        event.preventDefault()
        onFile(file)
      },
    },
  }
}
