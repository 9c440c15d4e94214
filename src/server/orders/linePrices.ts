/*
 * SQL of prices in order lines. `unit_price_minor` is rounded to minor units; `price_ticks` is what the rounding left out.
 */

/** A line's unit price in ticks; see money.ts. */
export const lineTicks = (line: string) => `(${line}.unit_price_minor * 100 + ${line}.price_ticks)`

/** What a line costs, in minor units. */
export const lineMinor = (line: string) => `((${line}.qty * ${lineTicks(line)} + 50) / 100)`

/** `unit_price_minor` and `price_ticks` of a price in ticks. */
export const priceColumns = (ticks: string) => `(${ticks} + 50) / 100, ${ticks} - (${ticks} + 50) / 100 * 100`
