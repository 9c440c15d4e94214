import type { FieldProblem } from '#shared/fieldProblems.ts'
import { t } from '#web/i18n.ts'

/** Messages by field path. */
export type Problems = Record<string, string>

export function toMessages(problems: Record<string, FieldProblem> = {}): Problems {
  return Object.fromEntries(Object.entries(problems).map(([path, { key, values }]) => [path, t(key, values)]))
}

/**
 * Splits problems into those shown beside a field and the rest. A list item's problem ('roles.1') is shown at
 * the list ('roles').
 */
export function splitByField(
  form: HTMLElement | null,
  problems: Problems,
): { beside: Problems; rest: string[] } {
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
export function focusFirstProblem(form: HTMLElement | null, problems: Problems): void {
  const first = fieldsIn(form).find((field) => Object.hasOwn(problems, field.dataset.path ?? ''))
  if (first) first.focus()
  else form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
}

function fieldsIn(form: HTMLElement | null): HTMLElement[] {
  return [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
}
