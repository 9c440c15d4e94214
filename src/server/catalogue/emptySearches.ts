import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import {
  type EmptySearch,
  forgetEmptySearch,
  getEmptySearches,
  noteEmptySearch,
} from '#shared/catalogue/emptySearches.ts'
import { typedWords } from '#shared/text/textMatch.ts'

/** Anybody can search for anything: no more are kept of a tenant. */
const maxKept = 1000
const keptDays = 90
const shown = 50

const removeOld = prepared(`
  delete from empty_searches where tenant_id = $1 and last_at < $2::timestamptz - interval '${keptDays} days'`)
const note = prepared(`
  insert into empty_searches as e (tenant_id, text, last_at)
  select $1, $2, $3::timestamptz
  where exists (select from empty_searches where tenant_id = $1 and text = $2)
    or (select count(*) from empty_searches where tenant_id = $1) < ${maxKept}
  on conflict (tenant_id, text) do update set times = e.times + 1, last_at = excluded.last_at`)

export const noteOne = verb(noteEmptySearch, async ({ tx, now }, { text }) => {
  const folded = typedWords(text).join(' ').slice(0, 100)
  if (folded === '') return
  await tx.query(removeOld, now)
  await tx.query(note, folded, now)
})

const readAll = prepared(`
  select text, times, ${isoTime('last_at')} as "lastAt" from empty_searches
  where tenant_id = $1 order by times desc, last_at desc, text limit ${shown}`)

export const listEmptySearches = verb(getEmptySearches, ({ tx }) => tx.query<EmptySearch>(readAll))

const forget = prepared(`delete from empty_searches where tenant_id = $1 and text = $2`)

export const forgetOne = verb(forgetEmptySearch, async ({ tx }, { text }) => {
  await tx.query(forget, text)
})
