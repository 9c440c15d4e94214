/**
 * Folds a text for comparison the Turkish way: İ, I and ı all become i, and the rest is lower-cased, so that
 * 'İNCE' equals 'ince' and 'ISPARTA' equals 'ısparta'. Used for user names and, in SQL, for search.
 */
export function fold(text: string): string {
  return text.replace(/[İIı]/g, 'i').toLowerCase().normalize('NFC')
}

/** Marks above and below letters of any script, the Arabic tatweel, and characters that nobody sees. */
const unseen =
  // oxlint-disable-next-line no-misleading-character-class -- each mark by itself is meant
  /[\u00ad\u0300-\u036f\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** The dotless i, and Arabic and Persian letters and digits, as what people type for them. */
const typed: Record<string, string> = {
  I: 'i',
  \u0131: 'i',
  \u0671: '\u0627',
  \u0629: '\u0647',
  \u0649: '\u064a',
  \u06cc: '\u064a',
  \u06a9: '\u0643',
}

/**
 * Folds a text for search: case, accents and the forms of a letter do not matter, so that 'İNCE' finds 'ince',
 * 'gomlek' finds 'Gömlek', 'елка' finds 'Ёлка' and 'احمر' finds 'أحمر'. More than {@link fold} forgives, and so
 * not for telling names apart. The columns that are searched are folded alike by db/migrations/0006_search.sql.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(unseen, '')
    .replace(/[I\u0131\u0671\u0629\u0649\u06cc\u06a9]/g, (letter) => typed[letter] ?? letter)
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .toLowerCase()
    .replaceAll('\u0153', 'oe')
}

/** A text of several lines as it is stored: line feeds alone between them, no other control characters. */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()
}
