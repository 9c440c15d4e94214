import type { Exporter } from './bulk.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { ExportProgress } from './ExportProgress.tsx'
import { useExport } from './useExport.ts'

/** For lists other than tables, with fixed export columns. */
export function ListExport({ exporter }: { exporter: Exporter }) {
  const { running, start } = useExport(exporter)
  if (running) return <ExportProgress running={running} />
  return <ExportMenu onExport={(format) => start({ columns: [], format })} />
}
