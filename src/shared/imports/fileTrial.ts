import { z } from 'zod'

/** How many changes, and how many problems, of a file are shown. */
export const maxShownRows = 100

export type FileProblem<Field extends string> = {
  line: number
  field?: Field | undefined
  text: string
  value: string
}

/** What a trial of a file answers besides the changes. `field`: the columns of the file. */
export const trialShape = <Field extends z.ZodType>(field: Field) => ({
  /** The first {@link maxShownRows}; `problemCount` counts all. */
  problems: z.array(
    z.object({
      /** In the file; the headings are line 1. */
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
})
