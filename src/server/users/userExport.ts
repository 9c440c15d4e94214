import { listExport } from '#server/exports/listExport.ts'
import { exportUsers } from '#shared/users.ts'
import { type ReadUserRow, usersQuery } from './userList.ts'

export const downloadUsers = listExport<ReadUserRow, typeof exportUsers>(exportUsers, {
  title: 'panel.users',
  query: (_call, filters) => usersQuery(filters),
  columns: {
    username: { name: 'login.username', kind: 'text', value: (row) => row.username },
    name: { name: 'panel.person.name', kind: 'text', width: 30, value: (row) => row.name },
    roles: {
      name: 'panel.user.roles',
      kind: 'text',
      value: (row, { say }) => row.roles.map((role) => say(`role.${role}`)).join(', '),
    },
    standsFor: { name: 'panel.user.standsFor', kind: 'text', width: 30, value: (row) => row.of },
    email: { name: 'panel.person.email', kind: 'text', width: 30, value: (row) => row.email },
    phone: { name: 'panel.person.phone', kind: 'text', width: 20, value: (row) => row.phone },
    lastSignIn: { name: 'panel.user.lastSignIn', kind: 'instant', value: (row) => row.lastSignIn },
    state: {
      name: 'order.state',
      kind: 'text',
      width: 14,
      value: (row, { say }) => say(`panel.person.state.${stateOf(row)}`),
    },
  },
})

const stateOf = ({ isDeleted, isActive }: ReadUserRow) =>
  isDeleted ? 'deleted' : isActive ? 'active' : 'passive'
