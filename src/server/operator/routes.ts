import { type AnyServed, type Call, verb } from '#server/http.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import {
  getOverview,
  getTenants,
  operatorTokenHeader,
  signInOperator,
  signOutOperator,
} from '#shared/operator.ts'
import { requireOperator, signIn, signOut } from './operators.ts'
import { readOverview } from './overview.ts'
import { listTenantsForOperator } from './tenantList.ts'

const tokenOf = ({ request }: Pick<Call, 'request'>) => {
  const given = request.headers[operatorTokenHeader]
  return typeof given === 'string' ? given : undefined
}

/** The wholesaler's host by which the operator comes does not matter. */
function operatorVerb<E extends Endpoint>(endpoint: E, run: Parameters<typeof verb<E>>[1]): AnyServed {
  return verb(endpoint, async (call, input) => {
    await requireOperator(call.services.database, tokenOf(call))
    return run(call, input)
  })
}

export const operatorVerbs: AnyServed[] = [
  verb(signInOperator, ({ services }, { username, password }) =>
    signIn(services.database, username, password),
  ),
  operatorVerb(signOutOperator, (call) => signOut(call.services.database, tokenOf(call) ?? '')),
  operatorVerb(getOverview, ({ services }) => readOverview(services.database, services.deployment)),
  operatorVerb(getTenants, ({ services }, asked) => listTenantsForOperator(services.database, asked)),
]
