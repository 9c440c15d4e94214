import type { z } from 'zod'
import { type TenantSettings, updateTenantSettings } from '#shared/tenancy.ts'
import { settings } from '#web/settings.ts'
import type { Draft } from '../form/draft.ts'
import type { useRecordForm } from '../form/useRecordForm.ts'

/** The version is added when saving. */
export const settingsSchema = updateTenantSettings.input.omit({ version: true }).required()

type Form = ReturnType<typeof useRecordForm<typeof settingsSchema, unknown>>

export type SettingsForm = Pick<Form, 'text' | 'number' | 'choice' | 'flag' | 'values' | 'set' | 'errorOf'>

export function draftOf(stored: TenantSettings): Draft<z.input<typeof settingsSchema>> {
  const { customerKey: _key, hosts: _hosts, logo: _logo, version: _version, ...draft } = stored
  return draft
}

const visibleSettings = ['displayName', 'languages', 'themeColor', 'transferEnabled', 'logo'] as const

/** Whether this page shows settings that have changed since it was loaded. */
export function isOutdated(stored: Pick<TenantSettings, (typeof visibleSettings)[number]>): boolean {
  return visibleSettings.some((name) => JSON.stringify(stored[name]) !== JSON.stringify(settings[name]))
}
