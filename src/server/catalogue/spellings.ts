import { patternOf, type SearchWord, searchWords } from '#server/db/search.ts'
import type { Values } from '#server/db/values.ts'
import { joiners, withoutJoiners } from '#shared/text/textMatch.ts'

/*
 * How products spell a word that is typed with other joiners, or with none. The texts of products keep their joiners: to
 * take them out of each text would cost a search more than all the rest. But the words with joiners stand in
 * search_endings without them, too, and lead to the way they are spelled.
 */

/** Endings are cut after this many characters. */
export const endingLength = 40
/** Begins the endings of a word without its joiners. */
const joinedMark = '\u0002'
/** More words than this are not read to find how they spell a typed one. */
const maxSpelled = 500
const joinersInSql = joiners.replaceAll("'", "''")

/**
 * SQL of the endings of words without their joiners, each with the word as it is spelled: 'tshirt' with 't-shirt'. A
 * single letter is joined with the word behind it: 'tshirt' with 't shirt'. Only endings that differ from the spelled
 * word's own, of words that do not have them yet. `words` and `texts` are queries of `word` and `text`.
 */
export const joinedEndings = (words: string, texts: string) => `
    select $1::uuid, chr(2) || substr(s.joined, place, ${endingLength}), s.word
    from (
      select s.word, regexp_replace(s.word, '[ ${joinersInSql}]', '', 'g') as joined,
        length(regexp_replace(regexp_replace(s.word, '[^ ${joinersInSql}]*$', ''), '[ ${joinersInSql}]', '', 'g')) as places
      from (
        select w.word from (${words}) w where w.word ~ '[${joinersInSql}]'
        union
        select m.pair[1] from (${texts}) t
        cross join lateral regexp_matches(t.text, '(?:^|\\s)(\\S \\S+)', 'g') m (pair)) s
      where length(s.word) <= 100) s
    cross join lateral generate_series(1, s.places) place
    where not exists (
      select from search_endings e
      where e.tenant_id = $1 and e.ending = chr(2) || left(s.joined, ${endingLength}) and e.word = s.word)`

/** By characters, as substr cuts the endings. */
const endingOf = (word: string) => [...word].slice(0, endingLength).join('')

/** How the endings begin that lead to a word. */
export const endingsOf = ({ typed, bare }: SearchWord) => [
  ...new Set([endingOf(bare), joinedMark + endingOf(bare), endingOf(typed)]),
]

/** SQL: the words with endings that begin with SQL `start`. */
export const wordsFrom = (start: string, limit: number) => `
            select word from search_endings
            where tenant_id = $1 and ending >= ${start} and ending < ${start} || chr(1114111)
            order by ending limit ${limit}`

/**
 * SQL of patterns, as an array, of how products spell a word: 'tshirt' as 'tshirt', 't-shirt' and 't shirt'. What was
 * typed is among them, for products whose words are not noted yet.
 */
export function spellings({ typed, bare }: SearchWord, values: Values): string {
  const given = [bare, ...["'", '’'].map((apostrophe) => typed.replace(/['’]/g, apostrophe))]
  const patterns = values.add([...new Set(typed === withoutJoiners(typed) ? [bare] : given)].map(patternOf))
  // One letter has no joiner within.
  const start = values.add(bare.length > 1 ? joinedMark + endingOf(bare) : null)
  const letters = [...bare].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|]/, '\\$&'))
  const spelled = `substring(e.word from ${values.add(letters.join(`[ ${joiners}]*`))})`
  return `array(
            select unnest(${patterns}::text[])
            union all
            select b.before || regexp_replace(s.spelled, '([\\\\%_])', '\\\\\\1', 'g') || '%'
            from (select distinct ${spelled} as spelled from (${wordsFrom(`${start}::text`, maxSpelled)}) e) s
            cross join lateral unnest(
              case when substr(s.spelled, 2, 1) = ' ' then array['', '% ', e'%\\n'] else array['%'] end) b (before)
            where s.spelled <> ${values.add(bare)})`
}

/** SQL condition on the products' texts in `column`: they contain every word. */
export function containsSpelled(column: string, search: string, values: Values): string {
  const each = searchWords(search).map((word) => `${column} like any (${spellings(word, values)})`)
  return each.join(' and ') || 'true'
}
