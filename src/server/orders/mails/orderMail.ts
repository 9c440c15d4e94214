import { type OrderDocument, piecesOf } from '#server/documents/orderDocument.ts'
import type { OrderFile } from '#server/documents/printing.ts'
import { headOf, partyFactsOf, sumsOf, type Words } from '#server/documents/words.ts'
import { escaped } from '#server/http/htmlText.ts'
import type { Mail } from '#server/mail/mailer.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { amountOfLine } from '#shared/numbers/money.ts'
import type { OrderMailKind } from '#shared/orders/orderMails.ts'

const texts: Record<OrderMailKind, { subject: MessageKey; text: MessageKey }> = {
  placed: { subject: 'mail.order.placed.subject', text: 'mail.order.placed.text' },
  amended: { subject: 'mail.order.amended.subject', text: 'mail.order.amended.text' },
  cancelled: { subject: 'mail.order.cancelled.subject', text: 'mail.order.cancelled.text' },
  restored: { subject: 'mail.order.restored.subject', text: 'mail.order.restored.text' },
  held: { subject: 'mail.order.held.subject', text: 'mail.order.held.text' },
  accepted: { subject: 'mail.order.accepted.subject', text: 'mail.order.accepted.text' },
  returned: { subject: 'mail.order.returned.subject', text: 'mail.order.returned.text' },
}

/** The attached document has all lines. */
const maxLines = 100

/** Numbers are right-aligned. */
const columns = [
  ['order.product', false],
  ['document.color', false],
  ['document.sizeOrLot', false],
  ['document.qty', true],
  ['cart.pieces', true],
  ['document.unitPrice', true],
  ['order.amount', true],
] as const

type MailOptions = { kind: OrderMailKind; company: string; pdf: OrderFile }

/** A mail with the order's current state as text and HTML, and its PDF. */
export function orderMail(
  order: OrderDocument,
  words: Words,
  { kind, company, pdf }: MailOptions,
): Omit<Mail, 'to'> {
  const { number } = order
  const { say } = words
  return {
    fromName: company,
    subject: say(texts[kind].subject, { company, number }),
    text: asText(order, words, say(texts[kind].text, { number })),
    html: asHtml(order, words, say(texts[kind].text, { number })),
    attachments: [{ filename: pdf.name, content: pdf.bytes, contentType: 'application/pdf' }],
  }
}

function asText(order: OrderDocument, words: Words, greeting: string): string {
  const head = [...headOf(order, words), ...partyFactsOf(order, words)].map(
    ([name, value]) => `${name}: ${value}`,
  )
  const lines = rowsOf(order, words).map(
    ([product, color, size, qty, , unitPrice, amount]) =>
      `${product}${color ? ` · ${color}` : ''} · ${size}: ${qty} × ${unitPrice} = ${amount}`,
  )
  const sums = sumsOf(order, words).map(({ name, value }) => `${name}: ${value}`)
  const more = moreOf(order, words)
  return [greeting, '', ...head, '', ...lines, ...(more ? [more] : []), '', ...sums].join('\n')
}

// Mail clients support little more than tables and inline styles.
const styles = {
  body: 'margin:0;padding:16px;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5',
  table: 'border-collapse:collapse;margin:16px 0',
  cell: 'padding:4px 10px;border-bottom:1px solid #c9d1da;vertical-align:top',
  name: 'padding:2px 10px;vertical-align:top;opacity:0.75',
}

function asHtml(order: OrderDocument, words: Words, greeting: string): string {
  const { say, language, isRtl } = words
  const [start, end] = isRtl ? ['right', 'left'] : ['left', 'right']
  const aligned = (isNumber: boolean) => `text-align:${isNumber ? end : start}`
  const pairs = (all: [string, string][]) =>
    all.map(
      ([name, value]) =>
        `<tr><td style="${styles.name}">${escaped(name)}</td><td>${isolated(value)}</td></tr>`,
    )
  const heads = columns.map(
    ([key, isNumber]) => `<th style="${styles.cell};${aligned(isNumber)}">${escaped(say(key))}</th>`,
  )
  const rows = rowsOf(order, words).map((row) => {
    const cells = row.map(
      (text, index) =>
        `<td style="${styles.cell};${aligned(columns[index]?.[1] ?? false)}">${isolated(text)}</td>`,
    )
    return `<tr>${cells.join('')}</tr>`
  })
  const more = moreOf(order, words)
  return [
    `<!doctype html><html lang="${language}" dir="${isRtl ? 'rtl' : 'ltr'}"><body style="${styles.body}">`,
    `<p>${escaped(greeting)}</p>`,
    `<table role="presentation" style="${styles.table}">${pairs([...headOf(order, words), ...partyFactsOf(order, words)]).join('')}</table>`,
    `<table style="${styles.table}"><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
    more ? `<p>${escaped(more)}</p>` : '',
    `<table role="presentation" style="${styles.table};font-weight:bold">${pairs(sumsOf(order, words).map(({ name, value }) => [name, value])).join('')}</table>`,
    '</body></html>',
  ].join('\n')
}

/** In the order of {@link columns}. */
function rowsOf({ groups }: OrderDocument, { money, unitPrice, count }: Words): string[][] {
  const rows = groups.flatMap((group) =>
    group.lines.map((line) => [
      `${group.itemCode} ${group.itemDescription}`.trim(),
      `${group.colorCode} ${group.colorDescription}`.trim(),
      line.sizeLabel || `${line.lotCode} ${line.lotDescription}`.trim(),
      count(line.qty),
      count(piecesOf(line)),
      unitPrice(line.unitPrice, line.currency),
      money(amountOfLine(line), line.currency),
    ]),
  )
  return rows.slice(0, maxLines)
}

function moreOf({ groups }: OrderDocument, { say }: Words): string {
  const more = groups.reduce((sum, group) => sum + group.lines.length, 0) - maxLines
  return more > 0 ? say('mail.order.more', { count: more }) : ''
}

const isolated = (text: string) => `<bdi>${escaped(text)}</bdi>`
