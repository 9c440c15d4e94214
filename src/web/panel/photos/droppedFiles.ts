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
