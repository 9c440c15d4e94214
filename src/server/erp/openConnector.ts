import type { Database } from '#server/db/tenant.ts'
import type { ErpKind } from '#shared/erp/erp.ts'
import type { ErpConnector } from './connector.ts'
import { sendThroughErpAgent } from './erpAgent/mailbox.ts'
import { openFiles } from './files/files.ts'
import { openHttpErp, openHttpInterface } from './http/httpErp.ts'
import type { ErpLink } from './link.ts'
import { openNebim } from './nebim/nebim.ts'
import { openOdoo } from './odoo/odoo.ts'
import { openTryton } from './tryton/tryton.ts'

type ConnectorDeps = { database: Database }

export type OpenConnector = (link: ErpLink, deps: ConnectorDeps) => ErpConnector & AsyncDisposable

type OpenOptions = Omit<ErpLink, 'kind' | 'productCode' | 'isPaused' | 'version'> & ConnectorDeps

const connectors: Record<ErpKind, (options: OpenOptions) => ErpConnector> = {
  agent: ({ tenantId, database }) => openHttpInterface(sendThroughErpAgent(database, tenantId)),
  files: openFiles,
  http: openHttpErp,
  tryton: openTryton,
  nebim: openNebim,
  odoo: openOdoo,
}

/** Sends nothing yet. */
export const openConnector: OpenConnector = ({ kind, ...link }, { database }) => {
  const connector = connectors[kind]({ ...link, database })
  return Object.assign(connector, { [Symbol.asyncDispose]: () => connector.close() })
}
