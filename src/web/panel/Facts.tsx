import type { ReactNode } from 'react'

type Props = {
  /** By name; without a value one is left out. */
  facts: Record<string, ReactNode>
  className: string | undefined
}

export function Facts({ facts, className }: Props) {
  return (
    <dl className={className}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
