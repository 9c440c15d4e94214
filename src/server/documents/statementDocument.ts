import type { Statement, StatementPaper } from '#shared/customers/statement.ts'
import { isolated, type Words } from './words.ts'

/** A statement as it is printed. */
export type StatementDocument = Statement & { company: string }

/** Ekstre – 120.01 Ayla Moda */
export function statementTitle({ currAccCode, currAccDescription }: Statement, { say }: Words): string {
  return `${say('statement.title')} ${currAccCode} ${currAccDescription}`.trim()
}

export function statementFacts(
  { currAccCode, currAccDescription, from, to, asOf }: Statement,
  words: Words,
): [name: string, value: string][] {
  const { say, day } = words
  return [
    [say('order.customer'), `${currAccDescription} · ${isolated(currAccCode, words)}`],
    [say('statement.period'), `${day(from)} – ${day(to)}`],
    [say('panel.balances.asOf'), asOf ? words.dateTime(asOf) : say('statement.neverReported')],
  ]
}

type Kinded = Pick<StatementPaper, 'kind' | 'description'>

export const kindText = ({ kind, description }: Kinded, { say }: Words) =>
  [say(`statement.kind.${kind}`), description].filter(Boolean).join(' · ')

export const debitOf = (amount: number) => (amount > 0 ? amount : undefined)
export const creditOf = (amount: number) => (amount < 0 ? -amount : undefined)
