import { useState } from 'react'
import type { ErpLinkGiven } from '#shared/erp.ts'
import { api } from '#web/api.ts'

type LinkInput = Pick<ErpLinkGiven, 'kind' | 'settings' | 'secret'>
type Answer = Awaited<ReturnType<typeof testLink>>

const testLink = async (input: LinkInput) => (await api.post('/api/Erp/TestLink', input)).data

export type ErpTest = {
  isTesting: boolean
  answer: Answer | undefined
  /** The request itself failed. */
  failure: string | undefined
  run: (input: LinkInput) => void
}

export function useErpTest(): ErpTest {
  const [isTesting, setIsTesting] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const [failure, setFailure] = useState<string>()
  const run = async (input: LinkInput) => {
    if (isTesting) return
    setIsTesting(true)
    setAnswer(undefined)
    setFailure(undefined)
    try {
      setAnswer(await testLink(input))
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
    setIsTesting(false)
  }
  return { isTesting, answer, failure, run: (input) => void run(input) }
}
