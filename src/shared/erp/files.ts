import { z } from 'zod'
import { line, requiredLine } from '../endpoint.ts'
import { linePattern } from './fieldPattern.ts'
import type { ErpDescription } from './form.ts'

/** For bookkeepers: one row per line. */
export const defaultColumns: { name: string; value: string }[] = [
  { name: 'orderNumber', value: '{orderNumber}' },
  { name: 'date', value: '{placedDate}' },
  { name: 'customerCode', value: '{account.code}' },
  { name: 'customerName', value: '{account.description}' },
  { name: 'branchCode', value: '{branch.code}' },
  { name: 'agentCode', value: '{agent.code}' },
  { name: 'productCode', value: '{line.productCode}' },
  { name: 'barcode', value: '{line.barcode}' },
  { name: 'description', value: '{line.itemDescription} {line.colorDescription}' },
  { name: 'size', value: '{line.size}{line.lotCode}' },
  { name: 'qty', value: '{line.qty}' },
  { name: 'pieces', value: '{line.pieces}' },
  { name: 'unitPrice', value: '{line.unitPrice}' },
  { name: 'amount', value: '{line.total}' },
  { name: 'currency', value: '{currencyCode}' },
  { name: 'note', value: '{description}' },
]

/** A relative folder name, with `/`; cannot lead outside. */
const relativeFolder = /^(?!\.)[\p{L}\p{N}_ .-]+(?:\/(?!\.)[\p{L}\p{N}_ .-]+)*$/u

const fields = z.object({
  format: z.enum(['csv', 'xlsx']).default('csv'),
  where: z.enum(['folder', 'sftp']),
  host: line(253).default(''),
  port: z.int().min(1).max(65_535).default(22),
  username: line(200).default(''),
  /** On the SFTP server, or within the tenant's folder. Empty: the login folder. */
  folder: line(300).default(''),
  /** As printed by `ssh-keygen -lf`; empty if unknown. */
  hostKey: line(100).default(''),
  columns: z
    .array(z.object({ name: requiredLine(100), value: linePattern }))
    .min(1)
    .max(60)
    .default(defaultColumns),
  /** Cell separator; the semicolon comes with a decimal comma. */
  dialect: z.enum(['semicolon', 'comma']).default('semicolon'),
})

export const filesSettings = fields.superRefine((given, context) => {
  const refuse = (path: keyof typeof given, key: string) =>
    context.addIssue({ code: 'custom', path: [path], params: { key }, input: given[path] })
  if (given.where === 'folder') {
    if (given.folder !== '' && !relativeFolder.test(given.folder)) refuse('folder', 'field.invalid')
    return
  }
  if (given.host === '') refuse('host', 'field.required')
  else if (!/^[\w.:-]+$/.test(given.host)) refuse('host', 'field.invalid')
  if (given.username === '') refuse('username', 'field.required')
  if (given.hostKey !== '' && !/^SHA256:[A-Za-z0-9+/]{43}=?$/.test(given.hostKey))
    refuse('hostKey', 'field.invalid')
})
export type FilesSettings = z.output<typeof filesSettings>

const ofSftp = { where: 'sftp' }

export const files: ErpDescription = {
  settings: filesSettings,
  place: ['where', 'host', 'port', 'username'],
  fetches: ['balances'],
  form: [
    {
      name: 'connection',
      fields: [
        { name: 'where' },
        { name: 'host', shownIf: ofSftp, isRequired: true },
        { name: 'port', shownIf: ofSftp },
        { name: 'username', shownIf: ofSftp, isRequired: true },
        { name: 'secret', shownIf: ofSftp },
        { name: 'folder', hintBy: 'where' },
        { name: 'hostKey', shownIf: ofSftp, placeholder: 'SHA256:' },
        { name: 'format', choiceNames: { csv: 'CSV', xlsx: 'Excel (XLSX)' } },
        { name: 'dialect', shownIf: { format: 'csv' } },
      ],
    },
    'columns',
  ],
}
