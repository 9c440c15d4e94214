import type { z } from 'zod'
import type { ErpDocument } from '#shared/erp/document.ts'
import {
  type ErpAccess,
  type ErpConnector,
  ErpError,
  type ErpOrder,
  type Pulled,
  type Pulls,
  type StoredErpOrder,
} from '../connector.ts'
import type { PageOptions } from './records.ts'

export type Limits = PageOptions & {
  /** Per request. */
  callTimeoutMs: number
  /** After a refused sign-in. */
  signInRetryDelayMs: number
}

const usualLimits: Limits = {
  callTimeoutMs: 120_000,
  signInRetryDelayMs: 10 * 60_000,
  pageSize: 500,
  overlapMs: 600_000,
}

/** What a call of the connector works with. */
export type Work<Settings, Client, Setup> = {
  settings: Settings
  /** The tenant's. */
  timeZone: string
  /** Bound to the call's signal. */
  client: Client
  setup: Setup
  page: PageOptions
}

type Pullers<At> = {
  [Kind in keyof Pulls]?: (at: At, cursor: string) => ReturnType<Pulls[Kind]>
}

/** An ERP program, as the kit needs it described. All functions throw only {@link ErpError}. */
export type Program<Settings, Client, Setup, At = Work<Settings, Client, Setup>> = {
  name: string
  settings: z.ZodType<Settings>
  /** Whether it rejects duplicate keys. */
  refusesTwice: boolean
  /** Sends nothing yet. */
  connect: (
    settings: Settings,
    secret: string,
    limits: Limits,
  ) => { client: (signal: AbortSignal) => Client; close?: () => Promise<void> }
  /** Looks up what the settings name. Throws `auth` for what is missing: a person must fix it. */
  resolve: (client: Client, settings: Settings) => Promise<Setup>
  /** The program's name and version. */
  health: (at: At) => Promise<string>
  find: (at: At, key: string) => Promise<StoredErpOrder | undefined>
  push: (at: At, document: ErpDocument) => Promise<ErpOrder>
  list: (at: At, since: Date) => AsyncIterable<ErpOrder & { key: string }>
  pull: Pullers<At>
  /** Otherwise all that it pulls. */
  gives?: (kind: keyof Pulls, settings: Settings) => boolean
}

const maxSetupAgeMs = 5 * 60_000

/** Makes the connector of a program: checks settings, keeps what they name for five minutes. */
export function openProgram<Settings, Client, Setup>(
  program: Program<Settings, Client, Setup>,
  { settings: given, secret, timeZone }: ErpAccess,
  changedLimits: Partial<Limits> = {},
): ErpConnector {
  const parsed = program.settings.safeParse(given)
  if (!parsed.success)
    throw new ErpError('auth', `The settings of the ${program.name} connection are not complete`)
  const settings = parsed.data
  const limits = { ...usualLimits, ...changedLimits }
  const { client: clientOf, close = async () => {} } = program.connect(settings, secret, limits)
  let cached: { setup: Setup; until: number } | undefined

  async function readSetup(client: Client): Promise<Setup> {
    if (cached && cached.until > Date.now()) return cached.setup
    try {
      const fresh = await program.resolve(client, settings)
      cached = { setup: fresh, until: Date.now() + maxSetupAgeMs }
      return fresh
    } catch (error) {
      // About our access, not about an order.
      if (!ErpError.is(error, 'rejected')) throw error
      const message = `${program.name} does not allow this user to work: ${error.message}`
      throw error.with({ errorClass: 'auth', message })
    }
  }
  const workOf = async (signal: AbortSignal): Promise<Work<Settings, Client, Setup>> => {
    const client = clientOf(signal)
    return { settings, timeZone, client, setup: await readSetup(client), page: limits }
  }
  const pulls = Object.entries(program.pull)
    .filter(([kind]) => program.gives?.(kind as keyof Pulls, settings) ?? true)
    .map(([kind, pull]) => [
      kind,
      (cursor: string, signal: AbortSignal) =>
        workOf(signal).then((at): Promise<Pulled<unknown>> => pull(at, cursor)),
    ])
  return {
    refusesTwice: program.refusesTwice,
    health(signal) {
      cached = undefined
      return workOf(signal).then(program.health)
    },
    find: (key, signal) => workOf(signal).then((at) => program.find(at, key)),
    push: (document, signal) => workOf(signal).then((at) => program.push(at, document)),
    async *list(since, signal) {
      yield* program.list(await workOf(signal), since)
    },
    ...(Object.fromEntries(pulls) as Partial<Pulls>),
    close,
  }
}
