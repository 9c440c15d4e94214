import type { z } from 'zod'
import { type getAttributes, saveAttributes } from '#shared/attributes.ts'
import { languages } from '#shared/tenancy.ts'
import { settings } from '#web/settings.ts'
import type { Draft } from '../../form/draft.ts'
import type { useRecordForm } from '../../form/useRecordForm.ts'

export type Stored = z.output<typeof getAttributes.reply>['data']

/** What is typed. The version it began from goes along when it is saved. */
export const attributesSchema = saveAttributes.input.omit({ version: true })

type Form = ReturnType<typeof useRecordForm<typeof attributesSchema, unknown>>
export type AttributesForm = Pick<Form, 'text' | 'flag' | 'values' | 'move'>

/** The attributes as their form shows them: a field for each language, those not offered included, so that none is lost. */
export function draftOf({ attributes }: Stored): Draft<z.input<typeof attributesSchema>> {
  return { attributes: attributes.map(({ name, names, isFacet }) => ({ name, names, isFacet })) }
}

/** Whether this page still calls an attribute by what it was called when the page was loaded. */
export function isOutdated({ attributes }: Stored): boolean {
  const offered = languages.filter((language) => settings.languages.includes(language))
  const told = (named: { name: string; names: Record<string, string> }[]) =>
    JSON.stringify(
      named
        .map(({ name, names }) => [name, ...offered.map((language) => names[language] ?? '')])
        .filter(([, ...labels]) => labels.some(Boolean)),
    )
  return told(attributes) !== told(settings.attributes ?? [])
}
