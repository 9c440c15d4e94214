import { useEffect, useState } from 'react'
import type { CheckedLine } from '#shared/catalogue.ts'
import type { OrderType } from '#shared/endpoint.ts'
import { api } from '#web/api.ts'
import { useViewedAccount } from '../account.ts'
import { useCart } from '../cart/cartStore.ts'
import { type Answers, type ListLine, type Offer, questionOf } from './checkedLines.ts'
import { faultOf } from './orderLine.ts'

/** Lines of one call at most. */
const batch = 5000

type Asked = { answers: Answers; isChecking: boolean; error: Error | null; retry: () => void }

const nothing = (): Answers => ({ lines: new Map(), offers: new Map() })

/** Asks the server about every line that it has not been asked about yet, for the account and order type of now. */
export function useAnswers(lines: ListLine[]): Asked {
  const currAccCode = useViewedAccount()
  const orderType = useCart((cart) => cart.orderType)
  const buying = `${orderType} ${currAccCode ?? ''}`
  const [known, setKnown] = useState({ buying, answers: nothing() })
  const [failed, setFailed] = useState<{ openKey: string; tries: number; error: Error }>()
  const [tries, setTries] = useState(0)
  const answers = known.buying === buying ? known.answers : nothing()
  const open = openQuestions(lines, answers)
  const openKey = open.join('\n')

  useEffect(() => {
    if (!openKey) return undefined
    const abort = new AbortController()
    askAll(openKey.split('\n'), { currAccCode, orderType }, abort.signal).then(
      (more) =>
        setKnown((before) => {
          const earlier = before.buying === buying ? before.answers : nothing()
          return { buying, answers: merged(earlier, more) }
        }),
      (failure: unknown) => {
        if (abort.signal.aborted) return
        const error = failure instanceof Error ? failure : new Error(String(failure))
        setFailed({ openKey, tries, error })
      },
    )
    return () => abort.abort()
  }, [openKey, buying, currAccCode, orderType, tries])

  const error = failed?.openKey === openKey && failed.tries === tries && openKey ? failed.error : null
  return {
    answers,
    isChecking: openKey !== '' && !error,
    error,
    retry: () => setTries(tries + 1),
  }
}

function openQuestions(lines: ListLine[], answers: Answers): string[] {
  const questions = lines.filter((line) => !faultOf(line)).map(questionOf)
  return [...new Set(questions)].filter((question) => !answers.lines.has(question))
}

function merged(before: Answers, more: Answers): Answers {
  return {
    lines: new Map([...before.lines, ...more.lines]),
    offers: new Map([...before.offers, ...more.offers]),
  }
}

type Buying = { currAccCode: string | undefined; orderType: OrderType }

async function askAll(questions: string[], buying: Buying, signal: AbortSignal): Promise<Answers> {
  const answers = nothing()
  for (let start = 0; start < questions.length; start += batch) {
    const part = questions.slice(start, start + batch)
    await ask(part, part.map(asLine), buying, answers, signal)
  }
  return answers
}

type AskedLine = { code: string; colorCode?: string; size?: string; qty: number }

function asLine(question: string): AskedLine {
  const [code, colorCode, size] = JSON.parse(question) as [string, string, string]
  return { code, ...(colorCode ? { colorCode } : {}), ...(size ? { size } : {}), qty: 1 }
}

async function ask(
  questions: string[],
  lines: AskedLine[],
  { currAccCode, orderType }: Buying,
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
