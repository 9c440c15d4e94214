import { cutText, storableText } from '#server/db/storable.ts'
import {
  type Answers,
  type AskedOfFile,
  type ImportQuestion,
  isAnswer,
  questionName,
} from '#shared/imports/importTerms.ts'

const maxSamples = 5

/** What is asked once for all rows of a file. */
export class Questions {
  private readonly byName = new Map<string, AskedOfFile>()
  private readonly answers: Answers
  private readonly asksNothing: boolean

  /** `asksNothing`: for rows of a program, which are meant as they are. */
  constructor(answers: Answers = {}, { asksNothing = false } = {}) {
    this.answers = answers
    this.asksNothing = asksNothing
  }

  /** Asks of a value, and gives what was answered; undefined while the question is open. */
  ask(code: ImportQuestion, column: string, value: string, count = 1): string | undefined {
    if (this.asksNothing) return undefined
    const name = questionName({ code, column })
    const known = this.byName.get(name)
    const sample = cutText(storableText(value), 100)
    if (!known) this.byName.set(name, { code, column, count, samples: [sample] })
    else {
      known.count += count
      if (known.samples.length < maxSamples && !known.samples.includes(sample)) known.samples.push(sample)
    }
    const answer = this.answers[name]
    return isAnswer(code, answer) ? answer : undefined
  }

  all(): AskedOfFile[] {
    return [...this.byName.values()]
  }
}
