import { join } from 'node:path'
import { seedDemo } from '#demo/seedDemo.ts'
import { connected, embeddedConnections } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/tenant.ts'
import { openPhotoStore } from '#server/images/photoStore.ts'

/*
 * `node test/e2e/makeDemo.ts SOCKETS PORT DATABASE FOLDER`: the demo as the browser tests use it, in an empty database and
 * a data folder. A program of its own, because Playwright would compile all sources of the server first.
 */

const [socketDirectory = '', port, database, folder = ''] = process.argv.slice(2)
const connections = embeddedConnections(socketDirectory, Number(port), database)
await migrate(connections)
const opened = await openDatabase(connections, { poolSize: 4 })
// Tests know list prices.
const photos = openPhotoStore({ folder: join(folder, 'photos') })
await seedDemo(connections, opened, photos, () => {}, { hasDealings: false })
await opened.close()

// Only a superuser sees the rows of all wholesalers.
await using client = await connected({ ...connections.owner, user: 'postgres' })
// Photos are drawn when a test looks at them: drawing all would take a minute of each server's time.
await client.query(`delete from jobs where kind = 'photos'`)
await client.query('delete from photos')
