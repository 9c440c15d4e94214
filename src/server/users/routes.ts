import type { Serve } from '#server/http.ts'
import * as account from '#shared/account.ts'
import * as users from '#shared/users.ts'
import { changeProfile, dropAvatar, profileOf, setAvatar, takeRole, userInfo } from './account.ts'
import { endMyOtherSessions, endMySession, mySessions } from './mySessions.ts'
import { changePassword, requestReset, reset } from './ownPassword.ts'
import { endSessions, remove, resetTotp, restore } from './removeUser.ts'
import { add, update } from './saveUser.ts'
import { end, finish, renewRecoveryCodes, start } from './secondFactor.ts'
import { refresh, signIn, signOut } from './signIn.ts'
import { listUsers, readSystemUser } from './userList.ts'

export function userRoutes(serve: Serve): void {
  serve(account.authenticate, signIn)
  serve(account.createTokenByRefreshToken, refresh)
  serve(account.logout, signOut)
  serve(account.getUserInfo, userInfo)
  serve(account.changeRole, takeRole)
  serve(account.passwordChange, changePassword)
  serve(account.requestPasswordReset, requestReset)
  serve(account.resetPassword, reset)
  serve(account.getSessions, mySessions)
  serve(account.endSession, endMySession)
  serve(account.endOtherSessions, endMyOtherSessions)
  serve(account.getProfile, profileOf)
  serve(account.updateProfile, changeProfile)
  serve(account.postAvatar, setAvatar)
  serve(account.deleteAvatar, dropAvatar)
  serve(account.startTotp, start)
  serve(account.confirmTotp, finish)
  serve(account.endTotp, end)
  serve(account.newRecoveryCodes, renewRecoveryCodes)
  serve(users.getSystemUsers, listUsers)
  serve(users.getSystemUserById, readSystemUser)
  serve(users.addUser, add)
  serve(users.updateUser, update)
  serve(users.deleteUser, remove)
  serve(users.restoreUser, restore)
  serve(users.endUserSessions, endSessions)
  serve(users.resetUserTotp, resetTotp)
}
