/**
 * A text without tokens and passwords: whatever stands behind a question mark, what is called one of these, and
 * letters as long as a token. Ids stay, which help and open nothing.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\?[^\s'"<>)]*[=][^\s'"<>)]*?(?=:\d+:\d+|[\s'"<>)]|$)/g, '?…')
    .replace(/\b(bearer\s+)[^\s'",]+/gi, '$1…')
    .replace(/((?:token|password|secret|code|urt)["']?\s*[=:]\s*["']?)[^\s"',;&}]+/gi, '$1…')
    .replace(/\b[\w-]{40,}\b/g, '…')
}
