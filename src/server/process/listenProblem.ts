import { StartupProblem } from './startup.ts'

/** What to do about a port or address, if that is the problem. */
export function listenProblem(error: unknown, port: number, host: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return new StartupProblem(`Port ${port} is in use by another program; set PORT to a free one.`)
  }
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EACCES', 'EAI_AGAIN'].includes(code)) {
    return new StartupProblem(`Toptan may not listen on ${host}:${port} (${code}); set HOST and PORT.`)
  }
  return error
}
