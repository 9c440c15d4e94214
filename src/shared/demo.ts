/** Shown on the start screen and login page of demo tenants. */
export const demoUsernames = ['admin', 'agent', 'dealer'] as const
export const demoPassword = 'Toptan!2026'
