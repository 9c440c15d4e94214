import type { ErpKind } from '../erp.ts'

/** The settings that say where a link leads, and as whom. */
const partsOf: Record<ErpKind, readonly string[]> = {
  tryton: ['url', 'database'],
  http: ['url'],
  nebim: ['url', 'database'],
  odoo: ['url', 'database'],
  files: ['where', 'host', 'port', 'username'],
  // It comes to us, from wherever it stands.
  agent: [],
}

/** Where a link leads: a secret was given for this very place alone, and what was fetched came from there. */
export function placeOf(kind: ErpKind, settings: Record<string, unknown>): string {
  return JSON.stringify([kind, ...partsOf[kind].map((part) => written(settings[part]))])
}

/** A form has a number as it was typed, and an address perhaps with a stroke behind it. */
function written(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim().replace(/\/+$/, '') : ''
}

/** Whether a link needs a password or key: all do but one to a folder on our own disk. */
export function needsSecret(kind: ErpKind, settings: Record<string, unknown>): boolean {
  return !(kind === 'files' && settings.where === 'folder')
}
