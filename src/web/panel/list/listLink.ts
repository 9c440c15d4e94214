import type { LinkProps } from '@tanstack/react-router'

/** Each list as it was last looked at, by its path. */
const seen = new Map<string, object>()

export function rememberList(path: string, search: object): void {
  seen.set(path, search)
}

/** The way back to a list, as it was left: its page, order and filters. For Link and navigate. */
export function listLink<To extends NonNullable<LinkProps['to']>>(to: To): { to: To; search: never } {
  return { to, search: (seen.get(to) ?? {}) as never }
}
