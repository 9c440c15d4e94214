/**
 * Folds a text for comparison the Turkish way: İ, I and ı all become i, and the rest is lower-cased, so that
 * 'İNCE' equals 'ince' and 'ISPARTA' equals 'ısparta'. Used for user names and, in SQL, for search.
 */
export function fold(text: string): string {
  return text.replace(/[İIı]/g, 'i').toLowerCase().normalize('NFC')
}

/** A text of several lines as it is stored: line feeds alone between them, no other control characters. */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()
}
