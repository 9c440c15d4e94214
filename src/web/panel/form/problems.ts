import type { FieldProblem } from '#shared/fieldProblems.ts'
import { t } from '#web/i18n.ts'

/** What is wrong with fields, by their paths. */
export type Problems = Record<string, string>

/** The sentences of what a schema refused. */
export function inWords(problems: Record<string, FieldProblem> = {}): Problems {
  return Object.fromEntries(Object.entries(problems).map(([path, { key, values }]) => [path, t(key, values)]))
}

/**
 * Sorts problems into those that a field of the form can say, by its path, and the rest. What is wrong with the
 * second of some chosen roles ('roles.1') is said by the field that they are chosen in ('roles').
 */
export function placed(form: HTMLElement | null, problems: Problems): { beside: Problems; rest: string[] } {
  const paths = new Set(fieldsIn(form).map((field) => field.dataset.path))
  const beside: Problems = {}
  const rest: string[] = []
  for (const [path, text] of Object.entries(problems)) {
    const parts = path.split('.')
    while (parts.length > 0 && !paths.has(parts.join('.'))) parts.pop()
    const at = parts.join('.')
    if (at) beside[at] ??= text
    else rest.push(path === 'body' ? text : `${path}: ${text}`)
  }
  return { beside, rest }
}

/** Puts the focus on the first wrong field as they stand on the screen; without any, on what is said above them. */
export function focusFirst(form: HTMLElement | null, problems: Problems): void {
  const first = fieldsIn(form).find((field) => Object.hasOwn(problems, field.dataset.path ?? ''))
  if (first) first.focus()
  else form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
}

function fieldsIn(form: HTMLElement | null): HTMLElement[] {
  return [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
}
