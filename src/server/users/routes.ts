import type { AnyServed } from '#server/http/http.ts'
import { changeActingRole, changeProfile, profileOf, removeAvatar, setAvatar, userInfo } from './account.ts'
import { admitSignIn } from './hashingTurns.ts'
import { endMyOtherSessions, endMySession, mySessions } from './mySessions.ts'
import { changePassword, requestReset, reset } from './ownPassword.ts'
import { listSavedFilters, removeSavedFilter, saveUserFilter } from './savedFilters.ts'
import { add, remove, restore, update } from './saveUser.ts'
import { beginTotp, disableTotp, enableTotp, renewRecoveryCodes } from './secondFactor.ts'
import { refresh, signIn, signOut } from './signIn.ts'
import { downloadUsers, listUsers, readSystemUser } from './userList.ts'
import { endSessions, resetTotp } from './userSessions.ts'

export const userVerbs: AnyServed[] = [
  { ...signIn, admit: admitSignIn },
  refresh,
  signOut,
  userInfo,
  changeActingRole,
  changePassword,
  requestReset,
  reset,
  mySessions,
  endMySession,
  endMyOtherSessions,
  profileOf,
  changeProfile,
  setAvatar,
  removeAvatar,
  beginTotp,
  enableTotp,
  disableTotp,
  renewRecoveryCodes,
  listSavedFilters,
  saveUserFilter,
  removeSavedFilter,
  listUsers,
  downloadUsers,
  readSystemUser,
  add,
  update,
  remove,
  restore,
  endSessions,
  resetTotp,
]
