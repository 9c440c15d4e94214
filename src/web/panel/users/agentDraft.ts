import type { z } from 'zod'
import type { Agent, updateSalesPerson } from '#shared/agents.ts'
import { api } from '#web/api.ts'
import type { Draft } from '../form/draft.ts'

/** A sales agent, deleted or not. */
export async function fetchAgent(id: string, options: { signal?: AbortSignal } = {}): Promise<Agent> {
  return (await api.get('/api/Account/GetSalesPersonById', { id }, options)).data
}

/** A sales agent as their form shows them. The version is no part of what is typed: a save adds it. */
export function draftOf(agent: Agent): Draft<z.input<typeof updateSalesPerson.input>> {
  const { id, firstLastName, email, phone, isActive } = agent
  return { id, version: undefined, firstLastName, email, phone, isActive }
}
