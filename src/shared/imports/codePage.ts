import type { Language } from '#shared/tenancy.ts'
import type { ImportEncoding } from './importTerms.ts'

export type CodePage = Extract<ImportEncoding, `win${string}`>

/** The letters beyond a to z that a language's texts have; all words of a script of its own are made of them. */
const alphabets: { language: Language | 'de'; page: CodePage; letters: string; isOwnScript?: true }[] = [
  { language: 'tr', page: 'win1254', letters: 'çğıöşüâîûi̇' },
  { language: 'ru', page: 'win1251', letters: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя', isOwnScript: true },
  {
    language: 'ar',
    page: 'win1256',
    letters: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهويىپچژگـ',
    isOwnScript: true,
  },
  { language: 'ro', page: 'win1250', letters: 'ăâîşţ' },
  { language: 'fr', page: 'win1252', letters: 'àâæçéèêëîïôœùûüÿ' },
  { language: 'it', page: 'win1252', letters: 'àéèìîòóù' },
  { language: 'de', page: 'win1252', letters: 'äöüß' },
]

/**
 * In which Windows code page a text is that is no Unicode: the one in which its words are written as in one of our
 * languages. Where several would do, that of the main language wins.
 */
export function codePageOf(decode: (page: CodePage) => string, mainLanguage: Language): CodePage {
  let best: CodePage = 'win1254'
  let bestScore = Number.NEGATIVE_INFINITY
  for (const { language, page, letters, isOwnScript } of alphabets) {
    const words = (decode(page).match(anyWord) ?? []).filter((word) => /[^\0-\x7f]/.test(word))
    const good = words.filter((word) => isWordOf(word, letters, isOwnScript)).length
    const score = good / Math.max(1, words.length) + (language === mainLanguage ? 0.001 : 0)
    if (score > bestScore) [best, bestScore] = [page, score]
  }
  return best
}

/** With what a code page does not have. */
const anyWord = /[\p{L}\p{M}\ufffd\x80-\x9f]+/gu

function isWordOf(word: string, letters: string, isOwnScript = false): boolean {
  // Another code page's letters come in any case.
  if (/\p{Ll}\p{Lu}/u.test(word)) return false
  const own = word.toLowerCase()
  return [...own].every((letter) => (letter <= '\x7f' ? !isOwnScript : letters.includes(letter)))
}
