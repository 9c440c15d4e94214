/**
 * Tells the server of a choice that is kept in local storage, which it cannot read: then it sends the next page in
 * that language, with those colours, before any script runs.
 */
export function keepForServer(name: string, value: string): void {
  if (document.cookie.split('; ').includes(`${name}=${value}`)) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${365 * 24 * 3600}${secure}`
}
