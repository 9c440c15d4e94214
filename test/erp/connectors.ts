import { expect } from 'vitest'
import {
  type ErpConnector,
  ErpError,
  type ErpErrorClass,
  type Pulled,
  type Pulls,
} from '#server/erp/connector.ts'

/** A connector whose calls may omit their signal, and then end after a minute. */
export type Patient = {
  [Name in keyof ErpConnector]: ErpConnector[Name] extends
    | ((...given: [...infer Given, AbortSignal]) => infer Result)
    | undefined
    ? (...given: [...Given, signal?: AbortSignal]) => Result
    : ErpConnector[Name]
}

export function patient(connector: ErpConnector): Patient {
  return new Proxy(connector, {
    get: (_, name: keyof ErpConnector) => {
      const found = connector[name]
      if (typeof found !== 'function' || name === 'close') return found
      const call = found as (...given: unknown[]) => unknown
      return (...given: unknown[]) =>
        given.at(-1) instanceof AbortSignal ? call(...given) : call(...given, AbortSignal.timeout(60_000))
    },
  }) as Patient
}

export async function failure(promise: Promise<unknown>): Promise<ErpError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ErpError)
  return error as ErpError
}

/** `message` may be matched by part; `more`: other fields. */
export async function expectFailure(
  promise: Promise<unknown>,
  errorClass: ErpErrorClass,
  message: unknown = expect.any(String),
  more: Partial<ErpError> = {},
): Promise<void> {
  expect(await failure(promise)).toMatchObject({ errorClass, message, ...more })
}

export type PullKind = keyof Pulls
type Rows<Kind extends PullKind> = Awaited<ReturnType<NonNullable<ErpConnector[Kind]>>>['rows']

/** All pages of a kind, and how many. */
export async function pullAll<Kind extends PullKind>(
  connector: Patient,
  kind: Kind,
  cursor = '',
  afterPage: (page: number) => unknown = () => {},
): Promise<{ rows: Rows<Kind>; cursor: string; pages: number }> {
  const rows: object[] = []
  const pulled: PullKind = kind
  for (let nextCursor = cursor, pages = 1; ; pages += 1) {
    const page = (await connector[pulled]?.(nextCursor)) as Pulled<object>
    rows.push(...page.rows)
    if (page.isLast) return { rows: rows as Rows<Kind>, cursor: page.cursor, pages }
    await afterPage(pages)
    nextCursor = page.cursor
  }
}

export async function listAll(connector: Patient, since: Date | string) {
  const found = []
  for await (const order of connector.list?.(new Date(since)) ?? []) found.push(order)
  return found
}
