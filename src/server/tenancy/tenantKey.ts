/** The start of a host name: up to 30 characters, no hyphen at either end. */
export const tenantKeyPattern = /^[a-z0-9]([a-z0-9-]{0,28}[a-z0-9])?$/
