import { type StateRule, statesThat } from '#shared/orders/orderStates.ts'

/** SQL: the order is in a state for which the rule holds. `state`: its column; constants, for partial indexes. */
export const stateThat = (rule: StateRule, state = 'o.state'): string =>
  `${state} in (${statesThat(rule)
    .map((name) => `'${name}'`)
    .join(', ')})`
