import { expect, test } from 'vitest'
import { pluralOf } from './plural.ts'

const few = Array.from({ length: 1300 }, (_, count) => count)
const many = [9999, 10_001, 999_999, 1_000_000, 1_000_001, 1_000_011, 2_000_000, 5_000_002, 123_456_789]
const odd = [-1, 0.5, 1.5, 2.25, 1e21, Number.NaN]
const counts = few.concat(many, odd)

test.each(['tr', 'en', 'ru', 'it', 'fr', 'ro', 'ar-u-nu-latn'])(
  'selects plurals in %s like Intl',
  (locale) => {
    const rules = new Intl.PluralRules(locale)
    const [ours, theirs] = [
      counts.map((count) => pluralOf(count, locale)),
      counts.map((count) => rules.select(count)),
    ]
    expect(ours).toEqual(theirs)
  },
)
