import type { Exporting } from './bulk.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { ExportProgress } from './ExportProgress.tsx'
import { useExport } from './useExport.ts'

/** The export of a list that is no table: its file has the same columns whatever the page shows. */
export function ListExport({ exporting }: { exporting: Exporting }) {
  const { running, start } = useExport(exporting)
  if (running) return <ExportProgress running={running} />
  return <ExportMenu onExport={(format) => start({ columns: [], format })} />
}
