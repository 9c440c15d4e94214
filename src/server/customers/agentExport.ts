import { listExport } from '#server/exports/listExport.ts'
import { type Agent, exportSalesPersons } from '#shared/agents.ts'
import { agentsQuery } from './agentList.ts'

export const downloadAgents = listExport<Agent, typeof exportSalesPersons>(exportSalesPersons, {
  title: 'panel.agents',
  query: (_call, filters) => agentsQuery(filters),
  columns: {
    salesPersonCode: {
      name: 'panel.agent.code',
      kind: 'text',
      width: 14,
      value: (row) => row.salesPersonCode,
    },
    firstLastName: { name: 'panel.person.name', kind: 'text', width: 30, value: (row) => row.firstLastName },
    phone: { name: 'panel.person.phone', kind: 'text', width: 20, value: (row) => row.phone },
    email: { name: 'panel.person.email', kind: 'text', width: 30, value: (row) => row.email },
    customers: { name: 'panel.customers', kind: 'whole', value: (row) => row.customers },
    users: {
      name: 'panel.users',
      kind: 'text',
      value: (row) => row.users.map(({ username }) => username).join(', '),
    },
    state: {
      name: 'order.state',
      kind: 'text',
      width: 14,
      value: (row, { say }) => say(`panel.person.state.${stateOf(row)}`),
    },
  },
})

const stateOf = ({ isDeleted, isActive }: Agent) => (isDeleted ? 'deleted' : isActive ? 'active' : 'passive')
