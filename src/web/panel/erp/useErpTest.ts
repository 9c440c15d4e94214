import { useState } from 'react'
import type { ErpLinkGiven } from '#shared/erp.ts'
import { api } from '#web/api.ts'

type Given = Pick<ErpLinkGiven, 'kind' | 'settings' | 'secret'>
type Answer = Awaited<ReturnType<typeof ask>>

const ask = async (given: Given) => (await api.post('/api/Erp/TestLink', given)).data

/** A try to sign in to the ERP, and what came of it. */
export type ErpTest = {
  isTesting: boolean
  answer: Answer | undefined
  /** Where not even our own server could try. */
  failure: string | undefined
  run: (given: Given) => void
}

export function useErpTest(): ErpTest {
  const [isTesting, setIsTesting] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const [failure, setFailure] = useState<string>()
  const run = async (given: Given) => {
    if (isTesting) return
    setIsTesting(true)
    setAnswer(undefined)
    setFailure(undefined)
    try {
      setAnswer(await ask(given))
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
    setIsTesting(false)
  }
  return { isTesting, answer, failure, run: (given) => void run(given) }
}
