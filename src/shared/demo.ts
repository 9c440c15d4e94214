/** Accounts that every demo tenant has, named on the start screen and on the login page. */
export const demoUsernames = ['admin', 'agent', 'dealer'] as const
export const demoPassword = 'Toptan!2026'
