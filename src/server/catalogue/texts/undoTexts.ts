import { unprepared } from '#server/db/statement.ts'

/* In undo_text, `languages` are those that go back: their texts are still what the set gave them. */

export const compare = unprepared(`create temp table undo_text on commit drop as
  select c.id, c.text_kind, c.name, c.before, c.after, t.texts, t.accepted,
    array(
      select k from jsonb_object_keys(c.before || c.after) k
      where k <> 'accepted' and t.texts->k is not distinct from c.after->k) as languages,
    array(
      select k from jsonb_object_keys(c.before || c.after) k
      where k <> 'accepted' and t.texts->k is distinct from c.after->k) as kept
  from catalogue_changes c
  join translations t on t.tenant_id = $1 and t.kind = c.text_kind and t.source = c.name
  where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'text' and c.state = 'changed'`)

/** SQL: a side with the languages that go back alone. */
const sideOf = (texts: string, accepted: string) => `(
    select coalesce(jsonb_object_agg(k, ${texts}->k) filter (where ${texts} ? k), '{}')
      || case when bool_or(k = any (${accepted}))
        then jsonb_build_object('accepted', to_jsonb(array_agg(k) filter (where k = any (${accepted})))) else '{}' end
    from unnest(u.languages) k)`

/** $2 the undo set, $3 its time. */
export const add =
  unprepared(`insert into catalogue_changes (tenant_id, set_id, entity, id, state, text_kind, name, before, after,
    written_at)
  select $1, $2::uuid, 'text', u.id, 'changed', u.text_kind, u.name, ${sideOf('u.texts', 'u.accepted')},
    ${sideOf('u.before', `array(select jsonb_array_elements_text(coalesce(u.before->'accepted', '[]')))`)}, $3::timestamptz
  from undo_text u where u.languages <> '{}'`)

export const note = unprepared(`update catalogue_changes c set note = 'kept',
    kept = (select jsonb_object_agg(k, u.texts->k) from unnest(u.kept) k)
  from undo_text u
  where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'text' and c.id = u.id and u.kept <> '{}'`)
