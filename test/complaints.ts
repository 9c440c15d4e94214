/** What a server's log complains of: all lines but those of sign-ins. */
export function complaintsIn(log: string): string[] {
  return log.split('\n').filter((line) => line !== '' && !line.includes('"msg":"signed in"'))
}
