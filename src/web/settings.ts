import type { AppSettings } from '#shared/tenancy.ts'
import { readChoice } from './choice.ts'

/** Embedded in the page. */
export const settings: AppSettings = await readSettings()

async function readSettings(): Promise<AppSettings> {
  const embedded = document.getElementById('settings')?.textContent
  if (embedded) return JSON.parse(embedded)
  // The development server embeds none.
  const headers = { langCode: readChoice('language') ?? '' }
  return (await fetch('/api/Shop/GetAppSettings', { headers })).json()
}
