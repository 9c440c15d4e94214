import { searchWords } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { isOneLetterOff } from '#shared/text/nearWords.ts'
import { bareWord } from '#shared/text/textMatch.ts'
import { wordFinder } from './dictionary/wordFinder.ts'

/*
 * A search that found nothing is tried once more with other words in place of those that no product has: what the
 * dictionary calls them, with one letter changed, as two words, or without their ending.
 */

/** Shorter words are near too many others. */
const minLetters = 4
/** What stays of a word whose ending is cut off. */
const minStem = 4
const maxEnding = 4
/** Words that begin like the searched one; more are not compared. */
const maxNear = 4000
const sameBeginning = 2

/** SQL: of the words $2, those that something in the catalogue has: its texts, brands or categories. */
const findKnown = prepared(`
  select w.word from unnest($2::text[]) w (word)
  where exists (
      select from search_endings e where e.tenant_id = $1 and e.ending >= w.word and e.ending < w.word || chr(1114111))
    or exists (select from brands b where b.tenant_id = $1 and position(w.word in b.search_text) > 0)
    or exists (select from categories c where c.tenant_id = $1 and position(w.word in c.search_text) > 0)
    or exists (
      select from translations t
      where t.tenant_id = $1 and t.kind in ('brand', 'category') and position(w.word in t.search_text) > 0)`)

const findNear = prepared(`
  select s.word, coalesce(cardinality(s.product_ids), 1000000) as products
  from unnest($2::text[]) b (beginning) cross join lateral (
    select word, product_ids from search_words s
    where s.tenant_id = $1 and s.word >= b.beginning and s.word < b.beginning || chr(1114111) limit ${maxNear}) s`)

/**
 * The text of a search with words in place of those that nothing has; undefined where there is nothing to change, or no
 * better word.
 */
export async function correctedSearch(
  tx: Pick<Tx, 'query'>,
  tenant: Pick<Tenant, 'mainLanguage'>,
  searchText: string,
): Promise<string | undefined> {
  const words = searchWords(searchText)
  const known = await knownAmong(
    tx,
    words.map(({ bare }) => bare),
  )
  const unknown = words.filter(({ bare }) => !known.has(bare) && isWord(bare))
  if (unknown.length === 0) return undefined
  const finder = await wordFinder(tx, tenant)
  const bare = unknown.map((word) => word.bare)
  const near = await wordsLike(tx, bare)
  const candidates = new Map(bare.map((word) => [word, candidatesFor(word, near, finder)]))
  const found = await knownAmong(tx, [...candidates.values()].flat().flatMap(partsOf))
  const better = new Map(
    bare.map((word) => [
      word,
      candidates.get(word)?.find((candidate) => partsOf(candidate).every((part) => found.has(part))),
    ]),
  )
  if ([...better.values()].every((candidate) => candidate === undefined)) return undefined
  const written = (text: string) => text.split(' ').map(finder.written).join(' ')
  return words
    .map((word) => {
      const candidate = better.get(word.bare)
      return candidate === undefined ? word.typed : written(candidate)
    })
    .join(' ')
}

const isWord = (bare: string) => bare.length >= minLetters && /^\p{L}+$/u.test(bare)

async function knownAmong(tx: Pick<Tx, 'query'>, words: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ word: string }>(findKnown, [...new Set(words)])
  return new Set(rows.map(({ word }) => word))
}

type Finder = Awaited<ReturnType<typeof wordFinder>>

/** What a word could stand for, the likeliest first. */
const candidatesFor = (word: string, near: readonly Near[], finder: Finder): string[] => [
  ...finder.named(word),
  ...oneLetterOff(word, near),
  ...splits(word),
  ...stems(word),
  ...finder.near(word),
]

const partsOf = (candidate: string) => candidate.split(' ').map(bareWord)

/** Without one to four letters of the ending, the longest first: gömlekler, рубашки. */
function stems(word: string): string[] {
  return Array.from({ length: maxEnding }, (_, cut) => word.slice(0, word.length - cut - 1)).filter(
    (stem) => stem.length >= minStem && stem.length * 2 > word.length,
  )
}

const splits = (word: string) =>
  Array.from({ length: word.length }, (_, at) => [word.slice(0, at), word.slice(at)] as const)
    .filter((parts) => parts.every((part) => part.length >= minStem))
    .map((parts) => parts.join(' '))

type Near = { word: string; products: number }

/** Words of the catalogue that begin like one of these. The beginning is right, or its two letters are turned. */
async function wordsLike(tx: Pick<Tx, 'query'>, words: string[]): Promise<Near[]> {
  const beginnings = words.flatMap((word) => {
    const [first = '', second = ''] = word
    // A wrong second letter, or a missing first: what follows tells.
    const after = word[sameBeginning] ?? ''
    return [first + second, second + first, first + after, second + after]
  })
  return tx.query<Near>(findNear, [...new Set(beginnings)])
}

/** The words of most products come first. */
const oneLetterOff = (word: string, near: readonly Near[]) =>
  near
    .filter((one) => isOneLetterOff(word, one.word, word.length > minLetters))
    .toSorted((one, other) => other.products - one.products)
    .map((one) => one.word)
