export const periods = ['today', 'yesterday', 'week', 'month', 'lastMonth'] as const
type Period = (typeof periods)[number]
type Span = { from: string; to: string }

/** The first and last day of a span that ends with, or lies before, the reader's today. Weeks begin on Monday. */
export function spanOf(period: Period, today: Date): Span {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  const at = (...date: [number, number, number]) => written(new Date(...date))
  const to = at(year, month, day)
  const spans: Record<Period, Span> = {
    today: { from: to, to },
    yesterday: { from: at(year, month, day - 1), to: at(year, month, day - 1) },
    week: { from: at(year, month, day - ((today.getDay() + 6) % 7)), to },
    month: { from: at(year, month, 1), to },
    lastMonth: { from: at(year, month - 1, 1), to: at(year, month, 0) },
  }
  return spans[period]
}

/** The span that two days are, if any. */
export function periodOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: Date,
): Period | undefined {
  return periods.find((period) => {
    const span = spanOf(period, today)
    return span.from === from && span.to === to
  })
}

function written(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
