/**
 * Everything in local and session storage, by the first word of its key:
 * - `browser`: not about a user; stays;
 * - `session`: removed when the session ends, also by expiry;
 * - `work`: unfinished work; survives an expired session, removed at sign-out;
 * - `cart`: like `work`, but survives another user's sign-out.
 */
export const stored = {
  language: 'browser',
  colorScheme: 'browser',
  panelSettings: 'browser',
  loadedAgain: 'browser',
  logoutOwed: 'browser',
  sessionEnd: 'browser',
  // The operator's token, who is no user of the wholesaler.
  operator: 'browser',
  notice: 'browser',
  user: 'session',
  earlyCalls: 'session',
  customers: 'session',
  seen: 'session',
  searches: 'session',
  pricing: 'session',
  orderChoices: 'session',
  settledCarts: 'session',
  quickColumns: 'session',
  columns: 'session',
  orderFiles: 'session',
  dashboard: 'session',
  place: 'session',
  guest: 'session',
  offeredCart: 'work',
  scans: 'work',
  quickOrder: 'work',
  quickOrderText: 'work',
  panelTabs: 'work',
  sheet: 'work',
  photosUnsent: 'work',
  cart: 'cart',
  cartOwner: 'cart',
  // TanStack Router's scroll positions.
  'tsr-scroll-restoration-v1_3': 'session',
} as const satisfies Record<string, Kind>

type Kind = 'browser' | 'session' | 'work' | 'cart'
export type StoredName = keyof typeof stored
/** A name, optionally followed by its subject. */
export type StoredKey = StoredName | `${StoredName}:${string}` | `${StoredName} ${string}`

/** Also removes unknown keys. */
export function forget(...kinds: Exclude<Kind, 'browser' | 'cart'>[]): void {
  for (const storage of [localStorage, sessionStorage]) {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    for (const key of keys) {
      const kind: Kind | undefined = (stored as Record<string, Kind>)[key.split(/[: ]/, 1)[0] ?? '']
      if (!kind || (kinds as Kind[]).includes(kind)) storage.removeItem(key)
    }
  }
}
