import type { Transfer } from '#shared/erp.ts'

type State = Pick<Transfer, 'state' | 'heldBecause' | 'errorClass' | 'made'>

/** What the office can do with an order on its way, as the server has it. */
export const transferCan = {
  /** Again, or now instead of later; a cancelled order is held until it is restored. */
  retry: ({ state, heldBecause, errorClass }: State) =>
    state === 'dead' ||
    (state === 'held' && heldBecause === 'office') ||
    (state === 'pending' && errorClass !== ''),
  hold: ({ state }: State) => state === 'pending' || state === 'dead',
  enter: ({ state, heldBecause }: State) =>
    state === 'pending' || state === 'dead' || (state === 'held' && heldBecause !== 'cancelled'),
  /** The ERP said that it made it, and does not show it. */
  sayGone: ({ state, heldBecause, errorClass, made }: State) =>
    made !== undefined &&
    errorClass === 'rejected' &&
    (state === 'dead' || (state === 'held' && heldBecause === 'office')),
}

/** An ERP that was linked before may have it, by whatever name. */
export const isUnnamed = ({ made }: Pick<Transfer, 'made'>) => made === '?'
