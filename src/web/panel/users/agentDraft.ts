import type { z } from 'zod'
import type { Agent, updateSalesPerson } from '#shared/agents.ts'
import { api } from '#web/api.ts'
import type { Draft } from '../form/draft.ts'

/** Also loads deleted agents. */
export async function fetchAgent(id: string, options: { signal?: AbortSignal } = {}): Promise<Agent> {
  return (await api.get('/api/Account/GetSalesPersonById', { id }, options)).data
}

/** The version is not typed; saving adds it. */
export function draftOf(agent: Agent): Draft<z.input<typeof updateSalesPerson.input>> {
  const { id, firstLastName, email, phone, isActive } = agent
  return { id, version: undefined, firstLastName, email, phone, isActive }
}
