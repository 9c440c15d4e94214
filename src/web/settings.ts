import type { AppSettings } from '#shared/tenancy.ts'

/** The tenant's settings, which came with the page. */
export const settings: AppSettings = await readSettings()

async function readSettings(): Promise<AppSettings> {
  const written = document.getElementById('settings')?.textContent
  if (written) return JSON.parse(written)
  // The development server's page carries none.
  return (await fetch('/api/Shop/GetAppSettings')).json()
}
