/**
 * Folds for comparison by Turkish rules: İ, I and ı become i, the rest lower case: 'İNCE' equals 'ince', 'ISPARTA'
 * 'ısparta'. For user names and, in SQL, for search.
 */
export function fold(text: string): string {
  return text.replace(/[İIı]/g, 'i').toLowerCase().normalize('NFC')
}

/** Combining marks of any script, tatweel and invisible characters. */
const ignoredCharacters =
  // oxlint-disable-next-line no-misleading-character-class -- each mark by itself is meant
  /[\u00ad\u0300-\u036f\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Dotless i, and Arabic and Persian variants, as people type them. */
const typedForms: Record<string, string> = {
  I: 'i',
  \u0131: 'i',
  \u0671: '\u0627',
  \u0629: '\u0647',
  \u0649: '\u064a',
  \u06cc: '\u064a',
  \u06a9: '\u0643',
}

/**
 * Folds for search, ignoring case, accents and letter forms: 'gomlek' finds 'Gömlek', 'елка' 'Ёлка', 'احمر' 'أحمر'.
 * Too lax to compare names. Must match db/migrations/0006_search.sql.
 */
export function foldForSearch(text: string): string {
  return latinDigits(text.normalize('NFKD'))
    .replace(ignoredCharacters, '')
    .replace(/[I\u0131\u0671\u0629\u0649\u06cc\u06a9]/g, (letter) => typedForms[letter] ?? letter)
    .toLowerCase()
    .replaceAll('\u0153', 'oe')
}

/** Arabic and Persian digits as 0 to 9. */
export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
}

/** Normalizes line ends and removes control characters. */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()
}
