/**
 * What spreadsheets write into a cell whose formula went wrong, in the languages of the screens and in German; a CSV
 * has nothing but this text.
 */
const errorTexts = new Set(
  [
    '#DIV/0! #N/A #NAME? #NULL! #NUM! #REF! #VALUE! #SPILL! #CALC!',
    // Turkish
    '#SAYI/0! #YOK #AD? #BOŞ! #SAYI! #BAŞV! #DEĞER! #TAŞMA!',
    // German
    '#NV #ZAHL! #BEZUG! #WERT!',
    // French
    '#NOM? #NUL! #NOMBRE! #VALEUR!',
    // Italian
    '#N/D #NOME? #NULLO! #RIF! #VALORE!',
    // Russian
    '#ДЕЛ/0! #Н/Д #ИМЯ? #ПУСТО! #ЧИСЛО! #ССЫЛКА! #ЗНАЧ!',
  ]
    .join(' ')
    .split(' '),
)

/** Whether a text is what a spreadsheet shows in place of a value that it could not work out. */
export function isErrorText(text: string): boolean {
  const trimmed = text.trim()
  if (!trimmed.startsWith('#')) return false
  // Too narrow a column is saved as it looks by some programs.
  return errorTexts.has(trimmed.normalize('NFC').toUpperCase()) || /^#{3,}$/.test(trimmed)
}
