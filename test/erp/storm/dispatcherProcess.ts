/*
 * A dispatcher in a process of its own, as every server has one: to be killed. Its settings are a JSON argument.
 */
import { openDatabase } from '#server/db/tenant.ts'
import { openDispatcher } from '#server/erp/dispatcher.ts'
import { allowNetworks } from '#server/erp/outside.ts'
import { secretsOf } from '#server/secrets.ts'
import { openTenants } from '#server/tenancy/tenants.ts'
import type { DispatcherSettings } from './processes.ts'

process.once('disconnect', () => process.exit(1))
allowNetworks(['127.0.0.1'])
const { connections, secretKey, ...pace } = JSON.parse(process.argv[2] ?? '{}') as DispatcherSettings
const database = await openDatabase(connections, { poolSize: 5 })
const house = { database, tenants: openTenants(database), secrets: secretsOf(secretKey) }
openDispatcher(house, { ...pace, say: (line) => console.error(line) }).start()
process.send?.('ready')
