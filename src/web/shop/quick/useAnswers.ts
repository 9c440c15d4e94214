import { useEffect, useState } from 'react'
import type { CheckedLine } from '#shared/catalogue/catalogue.ts'
import type { OrderType } from '#shared/endpoint.ts'
import { api } from '#web/api.ts'
import { useViewedAccount } from '../account.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { type Answers, type ListLine, type Offer, questionsOf } from './resolvedLines.ts'

const maxLinesPerCall = 5000

type AnswerState = { answers: Answers; isChecking: boolean; error: Error | null; retry: () => void }

const noAnswers = (): Answers => ({ lines: new Map(), offers: new Map() })

/** Checks new lines for the current account and order type. */
export function useAnswers(lines: ListLine[]): AnswerState {
  const currAccCode = useViewedAccount()
  const orderType = useCart((cart) => cart.orderType)
  const buyerKey = `${orderType} ${currAccCode ?? ''}`
  const [known, setKnown] = useState({ buyerKey, answers: noAnswers() })
  const [failed, setFailed] = useState<{ openKey: string; tries: number; error: Error }>()
  const [tries, setTries] = useState(0)
  const answers = known.buyerKey === buyerKey ? known.answers : noAnswers()
  const open = openQuestions(lines, answers)
  const openKey = open.join('\n')

  useEffect(() => {
    if (!openKey) return undefined
    const abort = new AbortController()
    fetchAnswers(openKey.split('\n'), { currAccCode, orderType }, abort.signal).then(
      (more) =>
        setKnown((before) => {
          const earlier = before.buyerKey === buyerKey ? before.answers : noAnswers()
          return { buyerKey, answers: mergeAnswers(earlier, more) }
        }),
      (failure: unknown) => {
        if (abort.signal.aborted) return
        const error = failure instanceof Error ? failure : new Error(String(failure))
        setFailed({ openKey, tries, error })
      },
    )
    return () => abort.abort()
  }, [openKey, buyerKey, currAccCode, orderType, tries])

  const error = failed?.openKey === openKey && failed.tries === tries && openKey ? failed.error : null
  return {
    answers,
    isChecking: openKey !== '' && !error,
    error,
    retry: () => setTries(tries + 1),
  }
}

function openQuestions(lines: ListLine[], answers: Answers): string[] {
  return [...new Set(lines.flatMap(questionsOf))].filter((question) => !answers.lines.has(question))
}

function mergeAnswers(before: Answers, more: Answers): Answers {
  return {
    lines: new Map([...before.lines, ...more.lines]),
    offers: new Map([...before.offers, ...more.offers]),
  }
}

type Buyer = { currAccCode: string | undefined; orderType: OrderType }

async function fetchAnswers(questions: string[], buyer: Buyer, signal: AbortSignal): Promise<Answers> {
  const answers = noAnswers()
  for (let start = 0; start < questions.length; start += maxLinesPerCall) {
    const part = questions.slice(start, start + maxLinesPerCall)
    await fetchPart(part, part.map(asLine), buyer, answers, signal)
  }
  return answers
}

type QuestionLine = { code: string; colorCode?: string; size?: string; qty: number }

function asLine(question: string): QuestionLine {
  const [code, colorCode, size] = JSON.parse(question) as [string, string, string]
  return { code, ...(colorCode ? { colorCode } : {}), ...(size ? { size } : {}), qty: 1 }
}

async function fetchPart(
  questions: string[],
  lines: QuestionLine[],
  { currAccCode, orderType }: Buyer,
  answers: Answers,
  signal: AbortSignal,
): Promise<void> {
  const account = currAccCode ? { currAccCode } : {}
  const { data } = await api.post('/api/Shop/CheckOrderLines', { lines, ...account, orderType }, { signal })
  for (const product of data.products) {
    for (const item of product.items) answers.offers.set(item.productId, { product, item } satisfies Offer)
  }
  data.lines.forEach((line: CheckedLine, index) => {
    const question = questions[index]
    if (question) answers.lines.set(question, line)
  })
}
