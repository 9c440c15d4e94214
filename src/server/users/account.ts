import { actorOf, recordChange } from '#server/changes/record.ts'
import { assigned, pick, selected } from '#server/db/columns.ts'
import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import { withoutNulls } from '#server/db/withoutNulls.ts'
import { verb } from '#server/http/http.ts'
import { oneOf, refuseFields } from '#server/http/refuse.ts'
import { avatarAddress, storeAvatar } from '#server/images/portrait.ts'
import { Refusal } from '#shared/errors.ts'
import { changeRole, getUserInfo } from '#shared/users/account.ts'
import { deleteAvatar, getProfile, type Profile, postAvatar, updateProfile } from '#shared/users/profile.ts'
import { notify } from './notices.ts'
import { verifyOwnPassword } from './passwords.ts'
import { actAs } from './session.ts'
import { withCookie } from './signIn.ts'

const readNames = prepared(`
  select trim(u.first_name || ' ' || u.last_name) as name, u.avatar, u.introduction, g.code as "agentCode", g.max_discount as "maxDiscount"
  from users u left join agents g on g.tenant_id = $1 and g.id = u.agent_id and g.deleted_at is null
  where u.tenant_id = $1 and u.id = $2`)
type Names = {
  name: string
  avatar: string
  introduction: string
  agentCode: string | null
  maxDiscount: number | null
}

export const userInfo = verb(getUserInfo, async ({ tx, user, tenant }) => {
  const [names] = await tx.query<Names>(readNames, user.id)
  if (!names) throw new Refusal('session.required')
  const { id, roles, allRoles, auths, pageAuths, account } = user
  return {
    id,
    roles,
    allRoles,
    name: names.name || user.username,
    avatar: avatarAddress(names.avatar),
    introduction: names.introduction,
    auths: [...auths],
    pageAuths: [...pageAuths],
    ...(account
      ? { currAccCode: account.code, isBlocked: account.isBlocked, taxTreatment: account.taxTreatment }
      : {}),
    ...(names.agentCode ? { salesPersonCode: names.agentCode } : {}),
    ...(roles[0] === 'sp' && names.maxDiscount !== null ? { maxDiscount: names.maxDiscount } : {}),
    ...(user.owesSecondFactor && tenant.totpRoles.length > 0 ? { secondFactorRequired: true } : {}),
  }
})

/** Issues new tokens. */
export const changeActingRole = verb(changeRole, async (call, { role }) => {
  if (role && !call.user.allRoles.includes(role)) throw new Refusal('permission.denied')
  return withCookie(call, await actAs(call.tx, call.user.sessionId, role))
})

const readProfile = prepared(`
  select username, first_name as "firstName", last_name as "lastName", email, phone, introduction, avatar,
         email_verification as "emailVerification", totp_confirmed_at is not null as "hasTotp",
         (select count(*)::int from recovery_codes r where r.tenant_id = $1 and r.user_id = u.id) as "recoveryCodesLeft",
         ${isoTime('password_changed_at')} as "passwordChangedAt"
  from users u where tenant_id = $1 and id = $2`)

export const profileOf = verb(getProfile, async ({ tx, user, tenant }) => {
  const profile = await oneOf(tx.query<Omit<Profile, 'totpDemanded'>>(readProfile, user.id))
  return {
    ...withoutNulls(profile),
    avatar: avatarAddress(profile.avatar),
    totpDemanded: user.allRoles.some((role) => tenant.totpRoles.includes(role)),
  }
})

const ownFields = ['firstName', 'lastName', 'email', 'phone', 'introduction'] as const
const lockProfile = prepared(`
  select ${selected(ownFields)}, email_verification as "emailVerification"
  from users where tenant_id = $1 and id = $2 for update`)
const writeProfile = prepared(`
  update users set ${assigned(ownFields, 4)}, updated_at = $3, version = version + 1 where tenant_id = $1 and id = $2`)

/** A new e-mail could reset the password, so it needs the old one. */
export const changeProfile = verb(updateProfile, async (call, given) => {
  const { password, ...after } = given
  const [before] = await call.inTenant('read', (tx) => tx.query<Profile>(readProfile, call.user.id))
  const hasNewAddress = before !== undefined && before.email !== after.email
  if (hasNewAddress) {
    if (!password) throw new Refusal('account.wrongPassword')
    await verifyOwnPassword(call, password)
  }
  await call.inTenant('write', async (tx) => {
    const current = await oneOf(tx.query<Profile>(lockProfile, call.user.id))
    // The password check was for another address.
    if (current.email !== before?.email) throw new Refusal('record.changed')
    if (current.emailVerification && !after.email) refuseFields(call.language, { email: 'field.emailNeeded' })
    await tx.query(writeProfile, call.user.id, call.now, ...ownFields.map((field) => after[field]))
    await recordChange(tx, actorOf(call), call.now, {
      subject: 'user',
      subjectId: call.user.id,
      subjectName: call.user.username,
      action: 'changed',
      before: pick(current, ownFields),
      after,
    })
  })
  if (hasNewAddress) await notify(call, before.email, 'mail.emailChanged')
})

const writeAvatar = prepared('update users set avatar = $3, updated_at = $4 where tenant_id = $1 and id = $2')

export const setAvatar = verb(postAvatar, async (call) => {
  const hash = await storeAvatar(call.services.photos, call.tenant.id, call.file)
  await call.inTenant('write', (tx) => tx.query(writeAvatar, call.user.id, hash, call.now))
  return { avatar: avatarAddress(hash) }
})

export const removeAvatar = verb(deleteAvatar, async ({ tx, user, now }) => {
  await tx.query(writeAvatar, user.id, '', now)
})
