/** A price rule as it is saved: ten percent off everything, for everybody. */
export const tenPercent = {
  name: 'Sezon',
  audience: 'everybody',
  target: 'all',
  basis: 'none',
  effect: 'percent',
  tiers: [{ from: 0, percents: [10] }],
  endsOthers: false,
}
