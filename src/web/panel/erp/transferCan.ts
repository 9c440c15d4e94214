import type { Transfer } from '#shared/erp.ts'

type State = Pick<Transfer, 'state' | 'heldBecause' | 'errorClass' | 'made'>

/** What the office may do with a transfer, with the server's rules. */
export const transferCan = {
  /** Retries, or sends now instead of later. Cancelled orders stay held until restored. */
  retry: ({ state, heldBecause, errorClass }: State) =>
    state === 'dead' ||
    (state === 'held' && heldBecause === 'office') ||
    (state === 'pending' && errorClass !== ''),
  hold: ({ state }: State) => state === 'pending' || state === 'dead',
  enter: ({ state, heldBecause }: State) =>
    state === 'pending' || state === 'dead' || (state === 'held' && heldBecause !== 'cancelled'),
  /** The ERP reported creating it but does not show it. */
  markGone: ({ state, heldBecause, errorClass, made }: State) =>
    made !== undefined &&
    errorClass === 'rejected' &&
    (state === 'dead' || (state === 'held' && heldBecause === 'office')),
}

/** A previously linked ERP may have created it under an unknown name. */
export const isUnnamed = ({ made }: Pick<Transfer, 'made'>) => made === '?'
