import { type Measurement, median, rateOf, type Samples, summarize } from './measurement.ts'

export type Window = { warmUpSeconds: number; seconds: number }
/** Measures one thing for one window. */
export type Leg = (window: Window) => Promise<Samples>

/** `ratio`: the first leg's rate by this one's, median of the rounds. */
export type LegResult = { measurement: Measurement; ratio: number; problems: string[] }

/**
 * Measures the legs in turns, every second round backwards. The machine's speed changes from minute to minute; rates
 * of neighbouring windows compare.
 */
export async function interleave(legs: Leg[], rounds: number, window: Window): Promise<LegResult[]> {
  const measured: Samples[][] = legs.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    const order = [...legs.entries()]
    for (const [index, leg] of round % 2 ? order.toReversed() : order)
      measured[index]?.push(await leg(window))
  }
  const [first = []] = measured
  return measured.map((windows) => ({
    measurement: summarize(windows),
    ratio: median(windows.map((samples, round) => rateOf(first[round] ?? samples) / rateOf(samples))),
    problems: windows.flatMap(({ problems }) => problems),
  }))
}
