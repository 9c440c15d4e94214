/**
 * Everything that is kept in the storages of a browser, by the first word of its key, and how long:
 * - `browser`: says nothing of a user, and stays;
 * - `session`: goes with the session, also with one that has ended by itself;
 * - `work`: what a user has begun, and finds again after a session that has ended by itself; goes when they sign out;
 * - `cart`: the same, but somebody else's stays theirs where another user signs out.
 */
export const stored = {
  language: 'browser',
  colorScheme: 'browser',
  panelSettings: 'browser',
  loadedAgain: 'browser',
  logoutOwed: 'browser',
  sessionEnd: 'browser',
  notice: 'browser',
  user: 'session',
  earlyCalls: 'session',
  customers: 'session',
  seen: 'session',
  searches: 'session',
  settledCarts: 'session',
  quickColumns: 'session',
  columns: 'session',
  dashboard: 'session',
  place: 'session',
  guest: 'session',
  offeredCart: 'work',
  draft: 'work',
  scans: 'work',
  placing: 'work',
  quickOrder: 'work',
  quickOrderText: 'work',
  panelTabs: 'work',
  sheet: 'work',
  photosUnsent: 'work',
  cart: 'cart',
  cartOwner: 'cart',
  // The router's own, under which it remembers how far pages were scrolled.
  'tsr-scroll-restoration-v1_3': 'session',
} as const satisfies Record<string, Kind>

type Kind = 'browser' | 'session' | 'work' | 'cart'
export type StoredName = keyof typeof stored
/** A key of local or session storage: its name, and what it is of. */
export type StoredKey = StoredName | `${StoredName}:${string}` | `${StoredName} ${string}`

/** Removes everything of these kinds from both storages, and what has a name that nobody knows. */
export function forget(...kinds: Exclude<Kind, 'browser' | 'cart'>[]): void {
  for (const storage of [localStorage, sessionStorage]) {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    for (const key of keys) {
      const kind: Kind | undefined = (stored as Record<string, Kind>)[key.split(/[: ]/, 1)[0] ?? '']
      if (!kind || (kinds as Kind[]).includes(kind)) storage.removeItem(key)
    }
  }
}
