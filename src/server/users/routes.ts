import type { Serve } from '#server/http.ts'
import { authenticate, createTokenByRefreshToken, getUserInfo, logout } from '#shared/users.ts'
import { refresh, signIn, signOut, userInfo } from './account.ts'

export function userRoutes(serve: Serve): void {
  serve(authenticate, signIn)
  serve(createTokenByRefreshToken, refresh)
  serve(logout, signOut)
  serve(getUserInfo, userInfo)
}
