type Plural = Intl.LDMLPluralRule
type Rule = (count: number) => Plural

const one: Rule = (count) => (count === 1 ? 'one' : 'other')
const isMillions = (count: number) => count !== 0 && count % 1_000_000 === 0
const isWithin = (value: number, least: number, most: number) => value >= least && value <= most

/** Of whole numbers, as the Unicode CLDR's plural rules have them. */
const rules: Record<string, Rule> = {
  tr: one,
  en: one,
  it: (count) => (isMillions(count) ? 'many' : one(count)),
  fr: (count) => (isMillions(count) ? 'many' : count < 2 ? 'one' : 'other'),
  ro: (count) => {
    if (count === 1) return 'one'
    return count === 0 || isWithin(count % 100, 1, 19) ? 'few' : 'other'
  },
  ru: (count) => {
    const [last, tens] = [count % 10, count % 100]
    if (last === 1 && tens !== 11) return 'one'
    return isWithin(last, 2, 4) && !isWithin(tens, 12, 14) ? 'few' : 'many'
  },
  'ar-u-nu-latn': (count) => {
    if (count < 3) return (['zero', 'one', 'two'] as const)[count] ?? 'other'
    const tens = count % 100
    return isWithin(tens, 3, 10) ? 'few' : tens > 10 ? 'many' : 'other'
  },
}

/**
 * Which of its forms a language takes for a count; of a `locale` of the product's languages, see src/web/i18n.ts. As
 * Intl says, which is only asked about what is no whole number: its rules, too, take long when a page first asks for
 * them, and the cart's link asks on every page. The test holds both against each other.
 */
export function pluralOf(count: number, locale: string): Plural {
  const rule = Number.isSafeInteger(count) && count >= 0 ? rules[locale] : undefined
  return rule ? rule(count) : new Intl.PluralRules(locale).select(count)
}
