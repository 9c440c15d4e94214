import type { z } from 'zod'
import { type TenantSettings, updateTenantSettings } from '#shared/tenancy.ts'
import { settings } from '#web/settings.ts'
import type { Draft } from '../form/draft.ts'
import type { useRecordForm } from '../form/useRecordForm.ts'

/** What is typed, all of it named. The version it began from goes along when it is saved. */
export const settingsSchema = updateTenantSettings.input.omit({ version: true }).required()

type Form = ReturnType<typeof useRecordForm<typeof settingsSchema, unknown>>

/** The form of the settings as far as its sections need it. */
export type SettingsForm = Pick<Form, 'text' | 'number' | 'choice' | 'flag' | 'values' | 'set' | 'errorOf'>

/** The settings as their form shows them. */
export function draftOf(stored: TenantSettings): Draft<z.input<typeof settingsSchema>> {
  const { customerKey: _key, hosts: _hosts, logo: _logo, version: _version, ...draft } = stored
  return draft
}

const seen = ['displayName', 'languages', 'themeColor', 'transferEnabled', 'logo'] as const

/** Whether this page still shows anything as it was when it was loaded. */
export function isOutdated(stored: Pick<TenantSettings, (typeof seen)[number]>): boolean {
  return seen.some((name) => JSON.stringify(stored[name]) !== JSON.stringify(settings[name]))
}
