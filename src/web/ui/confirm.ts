/** `cancel`: what not doing it is called, where 'Cancel' would not say it. */
export type Question = { title: string; text: string; action: string; cancel?: string; isDangerous?: boolean }
export type Asked = Question & { number: number; answer: (isYes: boolean) => void }

let ask: (asked: Asked) => void = () => {}
let count = 0

/** Hands every question to the one that shows it. */
export function whenAsked(listener: (asked: Asked) => void): void {
  ask = listener
}

/** Asks before something is done; true where it shall be done. */
export function confirm(question: Question): Promise<boolean> {
  count += 1
  return new Promise((resolve) => ask({ ...question, number: count, answer: resolve }))
}
