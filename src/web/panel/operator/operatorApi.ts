import { create } from 'zustand'
import { operatorTokenHeader } from '#shared/operator.ts'
import { CallFailed, type CallOptions } from '#web/api.ts'
import { trySetItem } from '#web/trySetItem.ts'

/* The operator's session, of this tab alone. */

const storageKey = 'operator'

export const useOperator = create<{ token: string | undefined }>(() => ({
  token: sessionStorage.getItem(storageKey) ?? undefined,
}))

export function keepToken(token: string | undefined): void {
  if (token === undefined) sessionStorage.removeItem(storageKey)
  else trySetItem(sessionStorage, storageKey, token)
  useOperator.setState({ token })
}

/** A call with the operator's token. A session that has ended leads back to the sign-in. */
export async function asOperator<Answer>(call: (options: CallOptions) => Promise<Answer>): Promise<Answer> {
  const { token } = useOperator.getState()
  try {
    return await call({ headers: { [operatorTokenHeader]: token ?? '' }, isQuiet: true })
  } catch (error) {
    if (error instanceof CallFailed && error.status === 401) keepToken(undefined)
    throw error
  }
}
