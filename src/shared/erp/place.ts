import type { ErpKind } from '../erp.ts'

/** Settings that identify where a link leads, and as whom. */
const partsOf: Record<ErpKind, readonly string[]> = {
  tryton: ['url', 'database'],
  http: ['url'],
  nebim: ['url', 'database'],
  odoo: ['url', 'database'],
  files: ['where', 'host', 'port', 'username'],
  // It connects to us.
  agent: [],
}

/** Secrets and cursors are valid for one place only. */
export function placeOf(kind: ErpKind, settings: Record<string, unknown>): string {
  return JSON.stringify([kind, ...partsOf[kind].map((part) => normalize(settings[part]))])
}

/** Ignores differences in form input: typed numbers, trailing slashes. */
function normalize(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim().replace(/\/+$/, '') : ''
}

/** All but our own folder. */
export function needsSecret(kind: ErpKind, settings: Record<string, unknown>): boolean {
  return !(kind === 'files' && settings.where === 'folder')
}
