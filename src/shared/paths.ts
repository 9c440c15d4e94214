/** Everything else belongs to the shop. */
export const panelPrefixes = [
  '/panel',
  '/user',
  '/customer',
  '/fiyatlar',
  '/panel-markalar',
  '/panel-kategoriler',
  '/panel-urunler',
  '/siparisler',
  '/analysis',
  '/erp',
] as const

/**
 * `asked` if it is a path of this site, else `fallback`. Rejects `//evil`, `/\evil`, `https:…` and control
 * characters.
 */
export function safeRedirect(asked: string | undefined, fallback: string): string {
  if (!asked || !asked.startsWith('/') || /^\/[/\\]/.test(asked) || /[\p{Cc}\\]/u.test(asked)) return fallback
  return asked
}
