import { type AnyServed, type Call, verb } from '#server/http/http.ts'
import { admitSignIn } from '#server/users/hashingTurns.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { getOverview, getTenants, operatorTokenHeader, signOutOperator } from '#shared/operator.ts'
import { readOverview } from './overview.ts'
import { requireOperator, signIn, signOut } from './session.ts'
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
  { ...signIn, admit: admitSignIn },
  operatorVerb(signOutOperator, (call) => signOut(call.services.database, tokenOf(call) ?? '')),
  operatorVerb(getOverview, ({ services }) => readOverview(services.database, services.deployment)),
  operatorVerb(getTenants, ({ services }, asked) => listTenantsForOperator(services.database, asked)),
]
