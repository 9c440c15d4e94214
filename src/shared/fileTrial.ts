import { z } from 'zod'

/** Of changes and of problems of a file. */
export const maxShownRows = 100

export type FileProblem<Field extends string> = {
  line: number
  field?: Field | undefined
  text: string
  value: string
}

/** What a trial of a file tells besides what it would change. `field`: its columns. */
export const trialShape = <Field extends z.ZodType>(field: Field) => ({
  /** The first {@link maxShownRows}; `problemCount` counts all. */
  problems: z.array(
    z.object({
      /** In the file; the headings are line 1. */
      line: z.int(),
      /** Absent: of the whole row. */
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
