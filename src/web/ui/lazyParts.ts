/** Rarely used parts in one lazy chunk. */
export { ConfirmDialog } from './ConfirmDialog.tsx'
export { Notices } from './Notices.tsx'
