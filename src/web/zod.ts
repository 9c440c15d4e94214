import { z } from 'zod/v4'

// The pages' content policy forbids code made up from text, and the browser reports whoever tries.
z.config({ jitless: true })

export { z }
