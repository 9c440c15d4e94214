import { describe, expect, test } from 'vitest'
import { type Language, languages } from '#shared/tenancy.ts'
import { foldForSearch } from '#shared/text/text.ts'
import { demoCatalogue } from '../../../../db/demo/catalogue.ts'
import { demoTenants } from '../../../../db/demo/tenants.ts'
import { dictionaryOf, phrasesOf } from './dictionary.ts'
import { starterTerms } from './starterTerms.ts'
import { readWording, type Wording } from './terms.ts'

const dictionary = dictionaryOf([phrasesOf(starterTerms(), 'tr')], 'tr')

describe('the starter dictionary', () => {
  const terms = starterTerms()

  /** The wordings that are missing, or that `isWrong`. */
  const wrong = (isWrong: (wording: Wording, language: Language) => boolean) =>
    terms.flatMap(({ wordings }) =>
      languages.flatMap((language) => {
        const wording = wordings[language]
        return wording && !isWrong(wording, language)
          ? []
          : [`${language} of ${wordings.tr?.alone}: ${wording?.alone}`]
      }),
    )

  test('has at least 400 terms, each in all seven languages', () => {
    expect(terms.length).toBeGreaterThanOrEqual(400)
    expect(wrong(({ alone }) => alone === '')).toEqual([])
  })

  test('has one form of a word, or one for each gender', () => {
    const genders: Record<Language, number> = { tr: 1, en: 1, ru: 4, it: 4, fr: 4, ro: 4, ar: 2 }
    expect(wrong(({ forms }, language) => ![1, genders[language]].includes(forms.length))).toEqual([])
  })

  test('is written in the letters of each language', () => {
    const others = String.raw`\d\s'’.+%&×-`
    const letters: Record<Language, RegExp> = {
      tr: new RegExp(`^[\\p{Script=Latin}${others}]+$`, 'u'),
      en: new RegExp(`^[a-zéêèç${others}]+$`, 'iu'),
      ru: new RegExp(`^[\\p{Script=Cyrillic}\\p{Script=Latin}${others}]+$`, 'u'),
      it: new RegExp(`^[a-zàèéêìòù${others}]+$`, 'iu'),
      fr: new RegExp(`^[a-zàâäæçéèêëîïôœùûüÿ${others}]+$`, 'iu'),
      ro: new RegExp(`^[a-zăâîșțéê${others}]+$`, 'iu'),
      ar: new RegExp(`^[\\p{Script=Arabic}\\p{Script=Latin}${others}]+$`, 'u'),
    }
    const isForeign = ({ alone, forms }: Wording, language: Language) =>
      ![alone, ...forms].every((text) => letters[language].test(text))
    expect(wrong(isForeign)).toEqual([])
  })

  test('names no Turkish text twice', () => {
    const phrases = terms.flatMap(({ wordings: { tr } }) =>
      tr ? [...new Set([tr.alone, ...tr.forms, ...tr.synonyms].map(foldForSearch))] : [],
    )
    expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) < at)).toEqual([])
  })

  test('knows at least 90 % of the words of the demo catalogues', () => {
    for (const { key } of demoTenants) {
      const texts = new Set(
        demoCatalogue(key).rows.flatMap((row) =>
          Object.entries(row).flatMap(([name, text]) =>
            /^(?:itemDescription|colorDescription|categoryName|attribute\d+)$/.test(name)
              ? text.split(' > ')
              : [],
          ),
        ),
      )
      const words = [...texts]
        .flatMap((text) => text.split(' '))
        .filter((word) => !dictionary.isAlikeEverywhere(word))
      const unknown = [...texts].flatMap((text) => dictionary.unknownWords('item', text, 'it'))
      expect(unknown.length / words.length).toBeLessThanOrEqual(0.1)
    }
  })
})

describe('a proposal', () => {
  test.each<[string, Partial<Record<Language, string>>]>([
    ['Siyah', { en: 'Black', it: 'Nero', ru: 'Чёрный', ar: 'أسود', fr: 'Noir', ro: 'Negru' }],
    [
      'Kruvaze Blazer Ceket',
      { it: 'Giacca blazer doppiopetto', en: 'Double-Breasted Blazer', fr: 'Blazer croisé' },
    ],
    [
      'Çizgili Gömlek',
      { it: 'Camicia a righe', fr: 'Chemise à rayures', ro: 'Cămașă în dungi', ru: 'Рубашка в полоску' },
    ],
    ['9 cm Topuk', { tr: '9 cm Topuk', en: '9 cm Heel', it: 'Tacco 9 cm', ru: 'Каблук 9 см' }],
    ['24 × 18 cm', { it: '24 × 18 cm', ru: '24 × 18 см' }],
    ['Terlik ve Sandalet', { en: 'Slides and Sandals', it: 'Ciabatte e sandali' }],
    ['Siyah Elbise', { ru: 'Платье чёрное', fr: 'Robe noire', it: 'Abito nero', ar: 'فستان أسود' }],
  ])('of %s', (source, wanted) => {
    const proposed = Object.fromEntries(
      Object.keys(wanted).map((language) => [
        language,
        dictionary.propose('item', source, language as Language),
      ]),
    )
    expect(proposed).toEqual(wanted)
  })

  test.each<[string, Partial<Record<Language, string>>]>([
    ['STD', { it: 'TU', fr: 'TU', ru: 'STD', en: 'STD' }],
    ['TEK BEDEN', { it: 'Taglia unica', en: 'One Size' }],
    ['6-9 AY', { it: '6-9 mesi', ru: '6-9 мес.', ro: '6-9 luni', ar: '6-9 أشهر' }],
    ['12AY', { it: '12 mesi', fr: '12 mois' }],
    ['1 Yaş', { it: '1 anno', en: '1 year', ru: '1 год' }],
    ['2-3YAŞ', { it: '2-3 anni', ru: '2-3 года' }],
    ['5-6 yaş', { ru: '5-6 лет', ar: '5-6 سنوات' }],
  ])('of the size %s', (size, wanted) => {
    expect(dictionary.isAlikeEverywhere(size)).toBe(false)
    const asked = Object.keys(wanted) as Language[]
    expect(
      Object.fromEntries(asked.map((language) => [language, dictionary.propose('size', size, language)])),
    ).toEqual(wanted)
  })

  test.each(['36', '42/44', 'XL', '3XL', 'S/M/L 1-2-1', '2Y', '80 C', '75B'])(
    'is not needed of %s',
    (size) => {
      expect(dictionary.isAlikeEverywhere(size)).toBe(true)
    },
  )

  test('is not made of a lot with words between its sizes', () => {
    expect(dictionary.propose('lot', '6-9 Ay/9-12 Ay 1-1', 'it')).toBeUndefined()
  })

  test('is not made of a text with an unknown word', () => {
    expect(dictionary.propose('item', 'Zıpırgan Ceket', 'it')).toBeUndefined()
    expect(dictionary.unknownWords('item', 'Zıpırgan Ceket', 'it')).toEqual(['Zıpırgan'])
  })
})

test('a wording is read', () => {
  expect(readWording('giacca (f); da giacca; = giacche, giubba')).toEqual({
    alone: 'giacca',
    gender: 'f',
    forms: ['da giacca'],
    synonyms: ['giacche', 'giubba'],
  })
  expect(readWording('nero/nera/neri/nere')).toEqual({
    alone: 'nero',
    gender: 'm',
    forms: ['nero', 'nera', 'neri', 'nere'],
    synonyms: [],
  })
})
