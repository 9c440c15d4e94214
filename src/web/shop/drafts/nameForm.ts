import { lazyPart } from '../lazy.ts'

export const NameForm = lazyPart(async () => (await import('./NameForm.tsx')).NameForm)
