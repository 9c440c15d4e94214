import type { ReactNode } from 'react'

/** Left out where it does not apply. */
type Fact = [name: string, value: ReactNode] | false | undefined

/** What is known, by name. */
export function Facts({ facts, className }: { facts: Fact[]; className: string | undefined }) {
  return (
    <dl className={className}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
