/** `cancel` replaces the label "Cancel". */
export type Question = { title: string; text: string; action: string; cancel?: string; isDangerous?: boolean }
export type PendingQuestion = Question & { number: number; answer: (isYes: boolean) => void }

let showQuestion: (question: PendingQuestion) => void = () => {}
let count = 0

export function showQuestionsBy(listener: (question: PendingQuestion) => void): void {
  showQuestion = listener
}

/** Resolves to true on yes. */
export function confirm(question: Question): Promise<boolean> {
  count += 1
  return new Promise((resolve) => showQuestion({ ...question, number: count, answer: resolve }))
}
