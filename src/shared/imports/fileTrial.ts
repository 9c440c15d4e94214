import { z } from 'zod'
import { flag, id, line } from '#shared/endpoint.ts'
import type { PageName } from '#shared/pages.ts'

/** How many changes, and how many problems, of a file are shown. */
export const maxShownRows = 100
/** Limit of columns that can be chosen. */
export const maxFileColumns = 500

/** Kinds of files that are tried, applied as a whole and undone; and the page that takes them. */
export const importKindPages = {
  priceRules: 'priceRules',
  quantityRules: 'quantityRules',
  balances: 'customers',
  documents: 'customers',
} as const satisfies Record<string, PageName>
export type ImportKind = keyof typeof importKindPages
export const importKinds = Object.keys(importKindPages) as [ImportKind, ...ImportKind[]]

/** A value as JSON: beside a file, a form can only send texts. */
const json = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .string()
    .max(10_000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', input: text })
        return z.NEVER
      }
    })
    .pipe(shape)

/** Beside the file. */
export const trialInput = {
  apply: flag.default(false),
  /** The names of questions that are answered with yes; with another one open, nothing is applied. */
  confirmed: json(z.array(line(30)).max(20)).optional(),
  /** The field of each column, '' to leave it out. By default as chosen for the last file with these headings, or by the headings. */
  columns: json(z.array(line(30)).max(maxFileColumns)).optional(),
  /** From 0, of the answer's `sheets`; by default the one whose headings are known best. */
  sheet: z.coerce.number().int().min(0).max(1000).optional(),
}

/** To be answered with yes before the file is applied. Texts are in the reader's language. */
const fileQuestion = z.object({
  name: z.string(),
  /** '' where the answer says all. */
  title: z.string(),
  details: z.array(z.string()),
  /** What somebody says with yes. */
  answer: z.string(),
})
export type FileQuestion = z.infer<typeof fileQuestion>

/** What a trial of a file answers besides the changes. `field`: the columns of the file. */
export const trialShape = <Field extends z.ZodType>(field: Field) => ({
  /** The applied import, to be undone. Absent if nothing was applied, or nothing differed. */
  id: id.optional(),
  /** Names of a workbook's sheets, if one can be chosen; `sheet` was read. */
  sheets: z.array(z.string()),
  sheet: z.int(),
  columns: z.array(
    z.object({
      heading: z.string(),
      /** From the first rows. */
      samples: z.array(z.string()),
      /** '' if it is left out. */
      field: z.union([field, z.literal('')]),
    }),
  ),
  /** Fields that somebody has to choose a column for first; then no row is read. */
  missing: z.array(field),
  /** Headings of columns that somebody has to choose a field for, or leave out, first; then no row is read. */
  undecided: z.array(z.string()),
  /** The columns are read as they were chosen for the last file with these headings. */
  isRemembered: z.boolean(),
  /** Once all questions are answered with yes. */
  canApply: z.boolean(),
  isApplied: z.boolean(),
  /** The first {@link maxShownRows}; `problemCount` counts all. */
  problems: z.array(
    z.object({
      /** In the file, from 1. */
      line: z.int(),
      /** Absent if the problem is in the whole row. */
      field: field.optional(),
      /** In the reader's language. */
      text: z.string(),
      /** What is in the cell. */
      value: z.string(),
    }),
  ),
  problemCount: z.int(),
  /** In the reader's language. */
  warnings: z.array(z.string()),
  questions: z.array(fileQuestion),
})

/** What each trial answers. */
export type TrialAnswer<Field extends string = string> = z.infer<
  z.ZodObject<ReturnType<typeof trialShape<z.ZodType<Field>>>>
>
export type FileProblem<Field extends string> = TrialAnswer<Field>['problems'][number]
export type FileColumn<Field extends string = string> = TrialAnswer<Field>['columns'][number]
