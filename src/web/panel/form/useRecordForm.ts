import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import type { FieldProblem } from '#shared/fieldProblems.ts'
import { CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { checkDraft, type Draft, isSameDraft } from './draft.ts'
import { fieldsOf, type ItemAt, type Path, type ValueAt } from './fields.ts'

type Options<Schema extends z.ZodType, Reply> = {
  /** The endpoint's own `input`. */
  schema: Schema
  initial: Draft<z.input<Schema>>
  /** A new record can be saved unchanged. */
  isNew?: boolean
  save: (values: z.input<Schema>) => Promise<Reply>
  /** Runs once leaving no longer asks about unsaved changes. */
  onSaved?: (reply: Reply, values: z.input<Schema>) => void
  /** Default 'Saved'. */
  savedText?: string
}

export type FormErrors = { message?: string; texts: string[] }

/** The part of {@link useRecordForm} that FormPage needs. */
export type RecordForm = {
  /** Ref of the element around the fields. */
  attach: (element: HTMLElement | null) => void
  isSaving: boolean
  hasChanges: boolean
  canSave: boolean
  /** Wrong fields, counted once a save was tried. */
  problemCount: number
  formErrors: FormErrors | undefined
  /** Like `hasChanges`, but not from the last render. */
  hasChangesNow: () => boolean
  /** `onNext` runs instead of what usually follows. */
  submit: (onNext?: () => void) => void
  discard: () => void
  /** Present after someone else saved or deleted the record. */
  loadAgain?: (() => Promise<void>) | undefined
}

/**
 * A form for one record; connect inputs with `{...form.text('name')}`. The first wrong field gets the focus.
 * A failed save keeps what was typed.
 */
export function useRecordForm<Schema extends z.ZodType, Reply>({
  schema,
  initial,
  isNew = false,
  save,
  onSaved,
  savedText,
}: Options<Schema, Reply>) {
  type Values = Draft<z.input<Schema>>
  const element = useRef<HTMLElement>(null)
  const isSavingRef = useRef(false)
  const [isSaving, setIsSaving] = useState(false)
  const [hasTriedToSave, setHasTriedToSave] = useState(false)
  const [formErrors, setFormErrors] = useState<FormErrors>()
  const form = useForm<Record<string, unknown>>({
    initialValues: initial,
    validate: (draft) => toMessages(checkDraft(schema, draft).problems),
    validateInputOnBlur: true,
  })
  const hasChangesNow = () => !isSameDraft(form.getValues(), form.getInitialValues())

  const showProblems = (problems: Problems, message?: string) => {
    const { beside, rest } = splitByField(element.current, problems)
    flushSync(() => {
      setHasTriedToSave(true)
      form.setErrors(beside)
      setFormErrors(message || rest.length > 0 ? { texts: rest, ...(message ? { message } : {}) } : undefined)
    })
    focusFirstProblem(element.current, beside)
  }
  const showError = (error: unknown) => {
    const fields = error instanceof CallFailed ? error.fields : {}
    const message = error instanceof Error ? error.message : String(error)
    if (Object.keys(fields).length > 0) showProblems(fields)
    else showProblems({}, message)
  }
  const submit = async (onNext?: () => void) => {
    if (isSavingRef.current || !(isNew || hasChangesNow())) return
    const draft = form.getValues()
    const { values, problems } = checkDraft(schema, draft)
    if (problems) return showProblems(toMessages(problems))
    isSavingRef.current = true
    setIsSaving(true)
    setFormErrors(undefined)
    const outcome = await save(values).then(
      (reply) => ({ reply }),
      (error: unknown) => ({ error }),
    )
    isSavingRef.current = false
    setIsSaving(false)
    if ('error' in outcome) return showError(outcome.error)
    form.setInitialValues(draft)
    form.clearErrors()
    setHasTriedToSave(false)
    notifyDone(savedText ?? t('panel.form.saved'))
    if (onNext) onNext()
    else onSaved?.(outcome.reply, values)
  }
  const hasChanges = !isSameDraft(form.values, form.getInitialValues())
  return {
    ...fieldsOf<Values>(form, schema),
    values: form.values as Values,
    /** Sets a field that has no input. */
    set: <P extends Path<Values>>(path: P, value: ValueAt<Values, P>) =>
      form.setFieldValue(path, value as never),
    /** The error of a field that has no input. */
    errorOf: (path: Path<Values>) => form.errors[path],
    /** Inserts a list item, by default at the end. */
    add: <P extends Path<Values>>(path: P, item: ItemAt<Values, P>, index?: number) =>
      form.insertListItem(path, item as never, index),
    move: (path: Path<Values>, from: number, to: number) => form.reorderListItem(path, { from, to }),
    remove: (path: Path<Values>, index: number) => form.removeListItem(path, index),
    restart: (values: Values) => {
      form.setInitialValues(values)
      form.reset()
    },
    focusFirst: () => fieldsIn(element.current)[0]?.focus(),
    attach: (node: HTMLElement | null) => {
      element.current = node
    },
    isSaving,
    hasChanges,
    canSave: isNew || hasChanges,
    problemCount: hasTriedToSave ? Object.values(form.errors).filter(Boolean).length : 0,
    formErrors,
    hasChangesNow,
    submit: (onNext?: () => void) => void submit(onNext),
    discard: () => {
      form.reset()
      setFormErrors(undefined)
    },
  }
}

/** Messages by field path. */
type Problems = Record<string, string>

function toMessages(problems: Record<string, FieldProblem> = {}): Problems {
  return Object.fromEntries(Object.entries(problems).map(([path, { key, values }]) => [path, t(key, values)]))
}

/**
 * Splits problems into those shown beside a field and the rest. A list item's problem ('roles.1') is shown at
 * the list ('roles').
 */
function splitByField(form: HTMLElement | null, problems: Problems): { beside: Problems; rest: string[] } {
  const paths = new Set(fieldsIn(form).map((field) => field.dataset.path))
  const beside: Problems = {}
  const rest: string[] = []
  for (const [path, text] of Object.entries(problems)) {
    const parts = path.split('.')
    while (parts.length > 0 && !paths.has(parts.join('.'))) parts.pop()
    const fieldPath = parts.join('.')
    if (fieldPath) beside[fieldPath] ??= text
    else rest.push(path === 'body' ? text : `${path}: ${text}`)
  }
  return { beside, rest }
}

/** Focuses the first wrong field on screen, else scrolls to the alert. */
function focusFirstProblem(form: HTMLElement | null, problems: Problems): void {
  const first = fieldsIn(form).find((field) => Object.hasOwn(problems, field.dataset.path ?? ''))
  if (first) first.focus()
  else form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
}

function fieldsIn(form: HTMLElement | null): HTMLElement[] {
  return [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
}
