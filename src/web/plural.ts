type Plural = Intl.LDMLPluralRule
type Rule = (count: number) => Plural

const one: Rule = (count) => (count === 1 ? 'one' : 'other')
const isMillions = (count: number) => count !== 0 && count % 1_000_000 === 0
const isBetween = (value: number, min: number, max: number) => value >= min && value <= max

/** Whole numbers, by the Unicode CLDR. */
const rules: Record<string, Rule> = {
  tr: one,
  en: one,
  it: (count) => (isMillions(count) ? 'many' : one(count)),
  fr: (count) => (isMillions(count) ? 'many' : count < 2 ? 'one' : 'other'),
  ro: (count) => {
    if (count === 1) return 'one'
    return count === 0 || isBetween(count % 100, 1, 19) ? 'few' : 'other'
  },
  ru: (count) => {
    const [last, tens] = [count % 10, count % 100]
    if (last === 1 && tens !== 11) return 'one'
    return isBetween(last, 2, 4) && !isBetween(tens, 12, 14) ? 'few' : 'many'
  },
  'ar-u-nu-latn': (count) => {
    if (count < 3) return (['zero', 'one', 'two'] as const)[count] ?? 'other'
    const tens = count % 100
    return isBetween(tens, 3, 10) ? 'few' : tens > 10 ? 'many' : 'other'
  },
}

/**
 * Like Intl (a test compares), which is used only for fractions: its first plural rules are slow, and every
 * page's cart link needs one. `locale` is one of src/web/i18n.ts.
 */
export function pluralOf(count: number, locale: string): Plural {
  const rule = Number.isSafeInteger(count) && count >= 0 ? rules[locale] : undefined
  return rule ? rule(count) : new Intl.PluralRules(locale).select(count)
}
