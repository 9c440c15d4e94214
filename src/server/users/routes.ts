import type { Serve } from '#server/http.ts'
import * as account from '#shared/account.ts'
import * as profile from '#shared/profile.ts'
import * as savedFilters from '#shared/savedFilters.ts'
import * as users from '#shared/users.ts'
import { changeActingRole, changeProfile, profileOf, removeAvatar, setAvatar, userInfo } from './account.ts'
import { endMyOtherSessions, endMySession, mySessions } from './mySessions.ts'
import { changePassword, requestReset, reset } from './ownPassword.ts'
import { endSessions, remove, resetTotp, restore } from './removeUser.ts'
import { listSavedFilters, removeSavedFilter, saveUserFilter } from './savedFilters.ts'
import { add, update } from './saveUser.ts'
import { beginTotp, disableTotp, enableTotp, renewRecoveryCodes } from './secondFactor.ts'
import { refresh, signIn, signOut } from './signIn.ts'
import { downloadUsers } from './userExport.ts'
import { listUsers, readSystemUser } from './userList.ts'

export function userRoutes(serve: Serve): void {
  serve(account.authenticate, signIn)
  serve(account.createTokenByRefreshToken, refresh)
  serve(account.logout, signOut)
  serve(account.getUserInfo, userInfo)
  serve(account.changeRole, changeActingRole)
  serve(profile.passwordChange, changePassword)
  serve(account.requestPasswordReset, requestReset)
  serve(account.resetPassword, reset)
  serve(profile.getSessions, mySessions)
  serve(profile.endSession, endMySession)
  serve(profile.endOtherSessions, endMyOtherSessions)
  serve(profile.getProfile, profileOf)
  serve(profile.updateProfile, changeProfile)
  serve(profile.postAvatar, setAvatar)
  serve(profile.deleteAvatar, removeAvatar)
  serve(profile.startTotp, beginTotp)
  serve(profile.confirmTotp, enableTotp)
  serve(profile.endTotp, disableTotp)
  serve(profile.newRecoveryCodes, renewRecoveryCodes)
  serve(savedFilters.getSavedFilters, listSavedFilters)
  serve(savedFilters.saveFilter, saveUserFilter)
  serve(savedFilters.deleteSavedFilter, removeSavedFilter)
  serve(users.getSystemUsers, listUsers)
  serve(users.exportUsers, downloadUsers)
  serve(users.getSystemUserById, readSystemUser)
  serve(users.addUser, add)
  serve(users.updateUser, update)
  serve(users.deleteUser, remove)
  serve(users.restoreUser, restore)
  serve(users.endUserSessions, endSessions)
  serve(users.resetUserTotp, resetTotp)
}
