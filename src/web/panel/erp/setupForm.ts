import { useState } from 'react'
import { z } from 'zod'
import type { ErpKind, ErpLinkShown } from '#shared/erp/erp.ts'
import { type LinePart, lineParts, type OrderPart, orderParts } from '#shared/erp/fieldPattern.ts'
import { defaultColumns } from '#shared/erp/files.ts'
import { needsSecret, placeOf, settingsSchema } from '#shared/erp/settings.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { checkDraft, type Draft } from '../form/draft.ts'
import { useRecordForm } from '../form/useRecordForm.ts'
import { useErpTest } from './erpTest.tsx'

type Stored = ErpLinkShown | undefined
type Values = Record<string, unknown>
/** A kind's settings, with what is stored beside them. */
type LinkValues = Values & {
  productCode: string
  secret?: string | undefined
  isAutomatic: boolean
  // Only for some kinds.
  columns?: MappingRow[]
  fields?: MappingRow[]
  priceLists?: { priceGroup: string; priceList: string }[]
}

/** Whether the stored secret may be used: only for the address it was entered for. */
export function hasSecretFor(stored: Stored, kind: ErpKind, typed: Values) {
  return stored?.hasSecret === true && placeOf(stored.kind, stored.settings) === placeOf(kind, typed)
}

function linkSchema(kind: ErpKind, stored: Stored) {
  const beside = { secret: z.string().max(10_000).optional(), isAutomatic: z.boolean() }
  const schema = settingsSchema(kind)
    .safeExtend(beside)
    .superRefine((values, context) => {
      if (values.secret || !needsSecret(kind, values) || hasSecretFor(stored, kind, values)) return
      const params = { key: 'field.required' }
      context.addIssue({ code: 'custom', path: ['secret'], params, input: '' })
    })
  return schema as unknown as z.ZodType<LinkValues, LinkValues>
}

/** These settings keep what was typed when another kind is chosen. */
const carriedNames = ['url', 'productCode', 'schedule', 'secret', 'isAutomatic']

export function carriedFrom(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => carriedNames.includes(name)))
}

/** What was typed for another kind, else what is stored, else the default. */
export function linkDraft(kind: ErpKind, stored: Stored, typed: Values): Draft<LinkValues> {
  const saved = stored?.settings ?? {}
  const settings = Object.entries(settingsSchema(kind).shape).map(([name, field]) => {
    const isKept = stored?.kind === kind || carriedNames.includes(name)
    const known = typed[name] ?? (isKept ? saved[name] : undefined)
    return [name, known ?? emptyValue(name, field as z.ZodType)]
  })
  const { secret = '', isAutomatic = stored?.isAutomatic ?? true } = typed
  return { ...Object.fromEntries(settings), secret, isAutomatic } as Draft<LinkValues>
}

function emptyValue(name: string, field: z.ZodType): unknown {
  if (name === 'columns') return defaultFileColumns()
  const { success, data } = field.safeParse(undefined)
  if (success) return data
  return field instanceof z.ZodEnum ? field.options[0] : ''
}

/** The request body: the kind's settings are nested. */
function toRequest(kind: ErpKind, { secret, isAutomatic, ...settings }: LinkValues) {
  return { kind, settings, isAutomatic, ...(secret ? { secret } : {}) }
}

type Options = { stored: Stored; typed: Values; onSaved: (link: ErpLinkShown) => void }

/** Form of one kind of link: saves with the loaded version, and tests unsaved settings. */
export function useLinkForm(kind: ErpKind, { stored, typed, onSaved }: Options) {
  const [isStale, setIsStale] = useState(false)
  const test = useErpTest()
  const schema = linkSchema(kind, stored)
  const form = useRecordForm({
    schema,
    initial: linkDraft(kind, stored, typed),
    isNew: stored?.kind !== kind,
    save: async (values) => {
      const version = stored ? { version: stored.version } : {}
      const { data } = await api
        .post('/api/Erp/SaveLink', { ...toRequest(kind, values), ...version })
        .catch((error: unknown) => {
          setIsStale(error instanceof CallFailed && error.code === 'record.changed')
          throw error
        })
      return data
    },
    onSaved: ({ version }, values) => {
      const { settings, isAutomatic } = toRequest(kind, values)
      setIsStale(false)
      // Forget the typed secret.
      form.restart({ ...form.values, secret: '' })
      const isPaused = stored?.isPaused ?? false
      onSaved({ kind, settings, isAutomatic, isPaused, hasSecret: needsSecret(kind, settings), version })
    },
  })
  /** `overrides` are values set in this event, not yet in the form. */
  const runTest = (overrides: object = {}) => {
    const { values, problems } = checkDraft(schema, { ...form.values, ...overrides })
    // Nothing is saved: submitting shows the problems.
    if (problems) {
      form.submit()
      return
    }
    const { isAutomatic: _isAutomatic, ...request } = toRequest(kind, values)
    test.run(request)
  }
  return { kind, stored, schema, form, test, runTest, isStale }
}

export type Link = ReturnType<typeof useLinkForm>

export type MappingRow = { name: string; value: string }
const partLabel = (part: OrderPart | LinePart) => t(`panel.erp.mapPart.${part}`)

/** Default columns, with headings in the user's language. */
export const defaultFileColumns = (): MappingRow[] =>
  defaultColumns.map(({ value }) => {
    const [, firstPart = ''] = /\{([\w.]+)\}/.exec(value) ?? []
    return { name: partLabel(firstPart as LinePart), value }
  })

const choicesOf = (parts: readonly (OrderPart | LinePart)[]) =>
  parts.map((part) => ({ value: part, label: partLabel(part) }))
export const orderGroup = { group: t('panel.erp.map.ofOrder'), items: choicesOf(orderParts) }
export const lineGroup = { group: t('panel.erp.map.ofLine'), items: choicesOf(lineParts) }
