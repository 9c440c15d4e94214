/** Error values in our languages and German; a CSV has only this text. */
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

export function isErrorText(text: string): boolean {
  const trimmed = text.trim()
  if (!trimmed.startsWith('#')) return false
  // Some programs save ### for a column that is too narrow.
  return errorTexts.has(trimmed.normalize('NFC').toUpperCase()) || /^#{3,}$/.test(trimmed)
}
