import { z } from 'zod/v4'

// The pages' content security policy forbids `eval`, and even trying it is reported.
z.config({ jitless: true })

export { z }
