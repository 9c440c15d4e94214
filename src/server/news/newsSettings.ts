import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import {
  addPushDevice,
  getNewsSettings,
  type NewsSettings,
  removePushDevice,
  setNewsSettings,
} from '#shared/news/news.ts'
import { pushKeysOf } from './pushKeys.ts'

const read = prepared(`
  select u.mailed_news as mailed, u.pushed_news as pushed, u.email, exists (
    select from push_devices d where d.tenant_id = $1 and d.session_id = $3) as "isPushed"
  from users u where u.tenant_id = $1 and u.id = $2`)

export const readSettings = verb(getNewsSettings, async ({ tx, user, services }) => ({
  ...(await oneOf(tx.query<Omit<NewsSettings, 'pushKey'>>(read, user.id, user.sessionId))),
  pushKey: pushKeysOf(services.secrets).publicKey,
}))

const write = prepared(`
  update users set mailed_news = $3::text[], pushed_news = $4::text[] where tenant_id = $1 and id = $2`)

export const writeSettings = verb(setNewsSettings, async ({ tx, user }, { mailed, pushed }) => {
  await tx.query(write, user.id, [...new Set(mailed)], [...new Set(pushed)])
})

// The last user of a browser gets its messages, no earlier one.
const add = prepared(`
  with others as (
    delete from push_devices where tenant_id = $1 and address = $4 and session_id <> $2 returning session_id)
  insert into push_devices (tenant_id, session_id, user_id, address, public_key, auth_secret, language, noted_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (tenant_id, session_id) do update
    set address = excluded.address, public_key = excluded.public_key, auth_secret = excluded.auth_secret,
        language = excluded.language, noted_at = excluded.noted_at`)

export const addDevice = verb(
  addPushDevice,
  async ({ tx, user, language, now }, { address, publicKey, authSecret }) => {
    await tx.query(add, user.sessionId, user.id, address, publicKey, authSecret, language, now)
  },
)

const remove = prepared('delete from push_devices where tenant_id = $1 and session_id = $2')

export const removeDevice = verb(removePushDevice, async ({ tx, user }) => {
  await tx.query(remove, user.sessionId)
})
