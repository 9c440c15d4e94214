/**
 * Folds a text for comparison the Turkish way: İ, I and ı all become i, and the rest is lower-cased, so that
 * 'İNCE' equals 'ince' and 'ISPARTA' equals 'ısparta'. Used for user names and, in SQL, for search.
 */
export function fold(text: string): string {
  return text.replace(/[İIı]/g, 'i').toLowerCase().normalize('NFC')
}

/** True where a code may stand: no control characters (they would break file names, headers and logs). */
export function isPlain(text: string): boolean {
  return !/\p{Cc}/u.test(text)
}
