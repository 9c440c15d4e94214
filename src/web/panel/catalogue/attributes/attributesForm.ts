import type { z } from 'zod'
import { type getAttributes, saveAttributes } from '#shared/attributes.ts'
import { languages } from '#shared/tenancy.ts'
import { settings } from '#web/settings.ts'
import type { Draft } from '../../form/draft.ts'
import type { useRecordForm } from '../../form/useRecordForm.ts'

export type StoredAttributes = z.output<typeof getAttributes.reply>['data']

/** The version is added when saving. */
export const attributesSchema = saveAttributes.input.omit({ version: true })

type Form = ReturnType<typeof useRecordForm<typeof attributesSchema, unknown>>
export type AttributesForm = Pick<Form, 'text' | 'flag' | 'values' | 'move'>

/** Includes languages the shop does not offer, so that their names are kept. */
export function draftOf({ attributes }: StoredAttributes): Draft<z.input<typeof attributesSchema>> {
  return { attributes: attributes.map(({ name, names, isFacet }) => ({ name, names, isFacet })) }
}

/** Whether this page shows names that have changed since it was loaded. */
export function isOutdated({ attributes }: StoredAttributes): boolean {
  const offeredLanguages = languages.filter((language) => settings.languages.includes(language))
  const visibleNames = (list: { name: string; names: Record<string, string> }[]) =>
    JSON.stringify(
      list
        .map(({ name, names }) => [name, ...offeredLanguages.map((language) => names[language] ?? '')])
        .filter(([, ...labels]) => labels.some(Boolean)),
    )
  return visibleNames(attributes) !== visibleNames(settings.attributes ?? [])
}
