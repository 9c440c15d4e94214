type HeaderField = {
  kind: 'text' | 'percent'
  maxLength?: number
  /** Line breaks stay. */
  isMultiline?: boolean
  /** When an amendment leaves it as it is. */
  isKept: 'never' | 'ifOmitted' | 'ifEmpty'
  /** Agents and the office enter it; a customer's cart has none. */
  isSellers: boolean
  /** Who reads it of an order, besides agents and the office: everybody, nobody, or all if a customer wrote it. */
  shownTo: 'everybody' | 'office' | 'unlessSellers'
}

/**
 * What an order says besides its parties and lines, and a draft and a cart before it. One more is a row here, a column of
 * `orders` and `drafts` named as it in snake case, an input on the screens that have it, and its name in the word files.
 * Order, amendment, split, draft, fingerprint and editor take it from here.
 */
export const headerFields = {
  description: {
    kind: 'text',
    maxLength: 200,
    isMultiline: true,
    isKept: 'never',
    isSellers: false,
    shownTo: 'everybody',
  },
  /** What the customer calls the order. */
  customerOrderNumber: {
    kind: 'text',
    maxLength: 30,
    isKept: 'ifOmitted',
    isSellers: false,
    shownTo: 'everybody',
  },
  /** Opens the price rules of a campaign; '' for none. */
  campaignCode: { kind: 'text', maxLength: 30, isKept: 'never', isSellers: false, shownTo: 'everybody' },
  /** Percent that an agent takes off all lines. */
  discount: { kind: 'percent', isKept: 'ifOmitted', isSellers: true, shownTo: 'everybody' },
  discountReason: { kind: 'text', maxLength: 200, isKept: 'ifOmitted', isSellers: true, shownTo: 'office' },
  /** Why the order does not keep agreed quantities. Customers do not see an agent's, and so do not send it back. */
  overrideReason: {
    kind: 'text',
    maxLength: 200,
    isKept: 'ifEmpty',
    isSellers: false,
    shownTo: 'unlessSellers',
  },
} as const satisfies Record<string, HeaderField>

type Fields = typeof headerFields
export type HeaderName = keyof Fields
export type HeaderValues = {
  [Name in HeaderName]: Fields[Name]['kind'] extends 'percent' ? number : string
}
export const headerNames = Object.keys(headerFields) as HeaderName[]

/** One value for each field. */
export const headerOf = <Value>(valueOf: (name: HeaderName, field: HeaderField) => Value) =>
  Object.fromEntries(headerNames.map((name) => [name, valueOf(name, headerFields[name])])) as Record<
    HeaderName,
    Value
  >

export const emptyHeader = headerOf((_, { kind }) => (kind === 'percent' ? 0 : '')) as HeaderValues

/** The fields of something that has more. */
export const pickHeader = (all: HeaderValues): HeaderValues =>
  headerOf((name) => all[name]) as unknown as HeaderValues

type BuyersName = {
  [Name in HeaderName]: Fields[Name]['isSellers'] extends true ? never : Name
}[HeaderName]

/** Those that a customer enters too. */
export const buyersHeader = (all: HeaderValues): Pick<HeaderValues, BuyersName> =>
  Object.fromEntries(
    headerNames.flatMap((name) => (headerFields[name].isSellers ? [] : [[name, all[name]]])),
  ) as Pick<HeaderValues, BuyersName>

/** Those that are not empty. */
export const filledHeader = (all: HeaderValues): Partial<HeaderValues> =>
  Object.fromEntries(Object.entries(pickHeader(all)).filter(([, value]) => value !== '' && value !== 0))
