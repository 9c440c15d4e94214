/**
 * Removes query strings, values of fields named like secrets, and anything as long as a token. Ids stay: they
 * help and grant no access.
 */
export function redactSecrets(text: string): string {
  return text
    .replace(/\?[^\s'"<>)]*[=][^\s'"<>)]*?(?=:\d+:\d+|[\s'"<>)]|$)/g, '?…')
    .replace(/\b(bearer\s+)[^\s'",]+/gi, '$1…')
    .replace(/((?:token|password|secret|code|urt)["']?\s*[=:]\s*["']?)[^\s"',;&}]+/gi, '$1…')
    .replace(/\b[\w-]{40,}\b/g, '…')
}
