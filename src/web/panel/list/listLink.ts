import type { LinkProps } from '@tanstack/react-router'

/** Search parameters of each list's last visit, by path. */
const lastSearchByPath = new Map<string, object>()

export function rememberList(path: string, search: object): void {
  lastSearchByPath.set(path, search)
}

/** Link to a list with its last page, order and filters. */
export function listLink<To extends NonNullable<LinkProps['to']>>(to: To): { to: To; search: never } {
  return { to, search: (lastSearchByPath.get(to) ?? {}) as never }
}
