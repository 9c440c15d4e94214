/** Paths under which the panel's page answers; everything else is the shop's. */
export const panelPrefixes = [
  '/panel',
  '/user',
  '/customer',
  '/panel-markalar',
  '/panel-kategoriler',
  '/panel-urunler',
  '/siparisler',
  '/analysis',
  '/erp',
] as const

/**
 * The path to go to after signing in: the one asked for where it is a path of this site, else `fallback`.
 * `//evil`, `/\evil`, `https:…` and control characters are no paths of this site.
 */
export function safeRedirect(asked: string | undefined, fallback: string): string {
  if (!asked || !asked.startsWith('/') || /^\/[/\\]/.test(asked) || /[\p{Cc}\\]/u.test(asked)) return fallback
  return asked
}
