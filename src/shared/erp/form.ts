import type { z } from 'zod'
import type { SyncKind } from './erp.ts'

/** How a setting is entered. Its schema gives the kind of input, the choices, the limits and the default. */
export type SettingField = {
  /** Path in the settings, or `secret`. Labels and hints have it in their keys: `panel.erp.setup.odoo.apiText`. */
  name: string
  /** `name`: written in the user's direction; other texts are left to right. `agentToken`: a secret that we make. */
  input?: 'name' | 'url' | 'agentToken'
  placeholder?: string
  /** For settings that the schema requires only together with others. */
  isRequired?: true
  /** Shown while these settings have these values. */
  shownIf?: Readonly<Record<string, string>>
  /** The setting whose value the hint's key ends with. */
  hintBy?: string
  /** Names of choices that are proper names; others are translated. */
  choiceNames?: Readonly<Record<string, string>>
}

/** The named ones hold lists, and have an input of their own. */
type SettingSection = { name: string; fields: readonly SettingField[] } | 'priceLists' | 'fields' | 'columns'

/** All that the set-up form, the stored settings and the use of secrets need to know about a kind of link. */
export type ErpDescription = {
  settings: z.ZodObject
  /** The ERP's name, for kinds that are for one program. */
  program?: string
  /** Not tested with a real ERP yet. */
  isUnproven?: true
  /** Settings that identify where a link leads, and as whom. */
  place: readonly string[]
  /** What can be fetched. */
  fetches: readonly SyncKind[]
  form: readonly SettingSection[]
}

export function isShown({ shownIf = {} }: SettingField, settings: Record<string, unknown>): boolean {
  return Object.entries(shownIf).every(([name, value]) => settings[name] === value)
}
