import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { checkDraft, type Draft, isSameDraft } from './draft.ts'
import { type At, fieldsOf, type ItemAt, type Path } from './fields.ts'
import { focusFirst, inWords, type Problems, placed } from './problems.ts'

type Options<Schema extends z.ZodType, Reply> = {
  /** The endpoint's own `input`: browser and server refuse the same. */
  schema: Schema
  initial: Draft<z.input<Schema>>
  /** A new record can be saved as it stands; an old one only where something has changed. */
  isNew?: boolean
  save: (values: z.input<Schema>) => Promise<Reply>
  /** After a save; the place to go elsewhere or to ask for lists anew. Nobody is asked about changes then. */
  onSaved?: (reply: Reply, values: z.input<Schema>) => void
  /** Said after a save; 'Saved' where absent. */
  savedText?: string
}

/** What could not be said beside a field. */
export type Elsewhere = { message?: string; texts: string[] }

/** What {@link useRecordForm} gives FormPage, whatever the record. */
export type RecordForm = {
  /** The ref of the form's element, where wrong fields are looked for. */
  attach: (element: HTMLFormElement | null) => void
  isSaving: boolean
  hasChanges: boolean
  canSave: boolean
  /** Fields that are wrong, once a save has been tried. */
  problemCount: number
  elsewhere: Elsewhere | undefined
  /** As `hasChanges`, of this very moment. */
  hasChangesNow: () => boolean
  submit: () => void
  discard: () => void
}

/**
 * A form over one record. Its fields are Mantine's, tied by `{...form.text('name')}` and its like. What the schema
 * or the server says of a field stands beside it, the first wrong one has the focus; all else stands above. What has
 * been typed stays whatever becomes of the save.
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
  const element = useRef<HTMLFormElement>(null)
  const isUnderWay = useRef(false)
  const [isSaving, setIsSaving] = useState(false)
  const [hasTried, setHasTried] = useState(false)
  const [elsewhere, setElsewhere] = useState<Elsewhere>()
  const form = useForm<Record<string, unknown>>({
    initialValues: initial,
    validate: (draft) => inWords(checkDraft(schema, draft).problems),
    validateInputOnBlur: true,
  })
  const hasChangesNow = () => !isSameDraft(form.getValues(), form.getInitialValues())

  const say = (problems: Problems, message?: string) => {
    const { beside, rest } = placed(element.current, problems)
    flushSync(() => {
      setHasTried(true)
      form.setErrors(beside)
      setElsewhere(message || rest.length > 0 ? { texts: rest, ...(message ? { message } : {}) } : undefined)
    })
    focusFirst(element.current, beside)
  }
  const refuse = (error: unknown) => {
    const fields = error instanceof CallFailed ? error.fields : {}
    const message = error instanceof Error ? error.message : String(error)
    // The fields say it better than the sentence over all of them.
    if (Object.keys(fields).length > 0) say(fields)
    else say({}, message)
  }
  const submit = async () => {
    if (isUnderWay.current || !(isNew || hasChangesNow())) return
    const draft = form.getValues()
    const { values, problems } = checkDraft(schema, draft)
    if (problems) return say(inWords(problems))
    isUnderWay.current = true
    setIsSaving(true)
    setElsewhere(undefined)
    const outcome = await save(values).then(
      (reply) => ({ reply }),
      (error: unknown) => ({ error }),
    )
    isUnderWay.current = false
    setIsSaving(false)
    if ('error' in outcome) return refuse(outcome.error)
    form.setInitialValues(draft)
    form.clearErrors()
    setHasTried(false)
    notifyDone(savedText ?? t('panel.form.saved'))
    onSaved?.(outcome.reply, values)
  }
  const hasChanges = !isSameDraft(form.values, form.getInitialValues())
  return {
    ...fieldsOf<Values>(form, schema),
    values: form.values as Values,
    /** Sets a field that no input is tied to. */
    set: <Where extends Path<Values>>(path: Where, value: At<Values, Where>) =>
      form.setFieldValue(path, value as never),
    /** What is wrong with a field that no input is tied to. */
    errorOf: (path: Path<Values>) => form.errors[path],
    /** Puts an item into a list, at the end unless told. */
    add: <Where extends Path<Values>>(path: Where, item: ItemAt<Values, Where>, index?: number) =>
      form.insertListItem(path, item as never, index),
    /** Takes an item of a list to another place in it. */
    move: (path: Path<Values>, from: number, to: number) => form.reorderListItem(path, { from, to }),
    /** Takes an item out of a list. */
    remove: (path: Path<Values>, index: number) => form.removeListItem(path, index),
    /** Begins again from other values, such as the empty ones of a form that is used again and again. */
    restart: (values: Values) => {
      form.setInitialValues(values)
      form.reset()
    },
    attach: (node: HTMLFormElement | null) => {
      element.current = node
    },
    isSaving,
    hasChanges,
    canSave: isNew || hasChanges,
    problemCount: hasTried ? Object.values(form.errors).filter(Boolean).length : 0,
    elsewhere,
    hasChangesNow,
    submit: () => void submit(),
    discard: () => {
      form.reset()
      setElsewhere(undefined)
    },
  }
}
