import type { Window } from './interleave.ts'

/** What is measured at one size of the catalogue, and for how long. */
export type Plan = {
  productCount: number
  orders: number
  customers: number
  /** Only the main rows. */
  isQuick: boolean
  rounds: number
  importRounds: number
  window: Window
  /** Connections for calls from memory, and for other calls; a workload may set its own number. */
  memoryConnections: number
  connections: number
  coldStarts: number
  tenants: { count: number; productCount: number } | undefined
}

const smallest = 5000
const defaultSizes = [smallest, 50_000, 200_000]

/** BENCH_PRODUCTS: other sizes, separated by commas. */
export function plans(isQuick: boolean): Plan[] {
  if (isQuick) return [quickPlan]
  const asked = process.env.BENCH_PRODUCTS
  return (asked ? asked.split(',').map(Number) : defaultSizes).map(planOf)
}

const quickPlan: Plan = {
  productCount: smallest,
  orders: 5000,
  customers: 2000,
  isQuick: true,
  rounds: 2,
  importRounds: 1,
  window: { warmUpSeconds: 0.4, seconds: 0.6 },
  memoryConnections: 16,
  connections: 16,
  coldStarts: 2,
  tenants: undefined,
}

function planOf(productCount: number): Plan {
  const isSmall = productCount <= smallest
  return {
    productCount,
    orders: isSmall ? 20_000 : Math.min(200_000, productCount * 2),
    customers: isSmall ? 2000 : 20_000,
    isQuick: false,
    rounds: isSmall ? 3 : 1,
    importRounds: isSmall ? 2 : 1,
    // pgbench runs for whole seconds.
    window: isSmall ? { warmUpSeconds: 0.5, seconds: 1.5 } : { warmUpSeconds: 0.4, seconds: 0.6 },
    memoryConnections: 16,
    // For a large catalogue, the cost of one call matters, not how many fit beside it.
    connections: isSmall ? 16 : 1,
    coldStarts: isSmall ? 5 : 2,
    tenants: isSmall ? { count: 100, productCount: 300 } : undefined,
  }
}
