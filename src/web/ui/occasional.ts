/** What is rarely seen and fetched together, after everything else. */
export { ConfirmDialog } from './ConfirmDialog.tsx'
export { Notices } from './Notices.tsx'
