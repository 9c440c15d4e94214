/** Files that systems leave in every folder. */
const isClutter = ({ name }: { name: string }) =>
  name.startsWith('.') || ['thumbs.db', 'desktop.ini'].includes(name.toLowerCase())

/** All files of a drop, those in its folders too. */
export async function filesOf({ items, files }: DataTransfer): Promise<File[]> {
  // Asked for at once: the browser forgets a drop as soon as its event is over.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const plain = [...files]
  const found = entries.length > 0 ? (await Promise.all(entries.map(filesIn))).flat() : plain
  return withoutClutter(found)
}

export function withoutClutter(files: Iterable<File>): File[] {
  return [...files].filter((file) => !isClutter(file))
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
    // A hundred or so at a time, until there are none.
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (some.length === 0) return found
    found.push(...(await Promise.all(some.map(filesIn))).flat())
  }
}
