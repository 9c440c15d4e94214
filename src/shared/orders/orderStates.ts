type StateMeaning = {
  /** Counts in figures, as an account's first order, and in what is usually ordered. */
  isSold: boolean
  /** Its goods cannot be ordered by others. */
  takesStock: boolean
  /** Waits for a decision of the office or the customer. */
  isHeld: boolean
  /** Until it is in the ERP, it can be amended and cancelled. */
  mayChange: boolean
  /** May go to the ERP, and be split. */
  maySend: boolean
  /** Badge colour. */
  color: string
}

/**
 * What each state of an order means. A new one is a row here and in `orders_state_check`, with its name in the word files:
 * `src/server/orders/stateSql.ts` has the lists for SQL.
 */
export const orderStates = {
  placed: {
    isSold: true,
    takesStock: true,
    isHeld: false,
    mayChange: true,
    maySend: true,
    color: 'blue',
  },
  /** Held for the office. */
  review: {
    isSold: false,
    takesStock: true,
    isHeld: true,
    mayChange: true,
    maySend: false,
    color: 'yellow',
  },
  /** Held for the customer, who changes it, or accepts what the office offers. */
  returned: {
    isSold: false,
    takesStock: true,
    isHeld: true,
    mayChange: true,
    maySend: false,
    color: 'orange',
  },
  cancelled: {
    isSold: false,
    takesStock: false,
    isHeld: false,
    mayChange: false,
    maySend: false,
    color: 'red',
  },
} as const satisfies Record<string, StateMeaning>

export type OrderState = keyof typeof orderStates
export const orderStateNames = Object.keys(orderStates) as [OrderState, ...OrderState[]]

export type StateRule = Exclude<keyof StateMeaning, 'color'>

/** The states for which a rule holds. */
export const statesThat = (rule: StateRule): OrderState[] =>
  orderStateNames.filter((state) => orderStates[state][rule])

type Standing = { state: OrderState; transfer: boolean }

/** Also applies to cancelling. */
export const mayAmend = ({ state, transfer }: Standing): boolean => orderStates[state].mayChange && !transfer

/** Also applies to splitting. */
export const mayTransfer = ({ state, transfer }: Standing): boolean => orderStates[state].maySend && !transfer

export const isHeld = ({ state }: Pick<Standing, 'state'>): boolean => orderStates[state].isHeld
