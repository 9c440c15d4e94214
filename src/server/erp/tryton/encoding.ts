/** Tryton's JSON encoding of types that JSON lacks. */
export type Decimal = { __class__: 'Decimal'; decimal: string }
export type TrytonDate = { __class__: 'date'; year: number; month: number; day: number }
export type TrytonTime = Omit<TrytonDate, '__class__'> & {
  __class__: 'datetime'
  hour: number
  minute: number
  second: number
  microsecond: number
}

/** Prices have four decimals. */
export function priceOf(unitPrice: number): Decimal {
  return { __class__: 'Decimal', decimal: unitPrice.toFixed(4) }
}

/** To cents; rounds half away from zero. */
export function minorOf({ decimal }: Decimal): number {
  const plain = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal)
  // Python writes extreme numbers with an exponent.
  if (!plain) return Math.sign(Number(decimal)) * Math.round(Math.abs(Number(decimal)) * 100)
  const [, sign, whole = '', fraction = ''] = plain
  const cents = Number(whole + fraction.padEnd(2, '0').slice(0, 2)) + (Number(fraction[2] ?? 0) >= 5 ? 1 : 0)
  return sign && cents ? -cents : cents
}

export function isSameAmount(one: Decimal, other: Decimal): boolean {
  const withoutZeros = ({ decimal }: Decimal) =>
    decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
  return withoutZeros(one) === withoutZeros(other) || Number(one.decimal) === Number(other.decimal)
}

export function dateOf(iso: string): TrytonDate {
  const [year = 0, month = 0, day = 0] = iso.slice(0, 10).split('-').map(Number)
  return { __class__: 'date', year, month, day }
}

export function isoOf({ year, month, day }: TrytonDate): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** Sortable, to the microsecond. Local time of Tryton's database, without zone. */
export function textOfTime(time: TrytonTime): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = isoOf({ ...time, __class__: 'date' })
  const clock = `${two(time.hour)}:${two(time.minute)}:${two(time.second)}`
  return `${day}T${clock}.${String(time.microsecond).padStart(6, '0')}`
}

/** Parses {@link textOfTime} or ISO. */
export function timeOf(text: string): TrytonTime {
  const [day = '', clock = ''] = text.replace(/Z$/, '').split('T')
  const [hour = 0, minute = 0, seconds = 0] = clock.split(':').map(Number)
  const second = Math.floor(seconds)
  const microsecond = Number((clock.split('.')[1] ?? '').padEnd(6, '0').slice(0, 6))
  return { ...dateOf(day), __class__: 'datetime', hour, minute, second, microsecond }
}

export function earlier(text: string, milliseconds: number): string {
  return new Date(Date.parse(`${text.slice(0, 23)}Z`) - milliseconds).toISOString().replace('Z', '000')
}
