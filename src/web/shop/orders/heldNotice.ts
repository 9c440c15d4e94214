import { lazyPart } from '../lazy.ts'

export const HeldNotice = lazyPart(async () => (await import('./HeldOrder.tsx')).HeldOrder)
