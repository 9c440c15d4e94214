import type { Database } from '#server/db/tenant.ts'
import type { ErpKind } from '#shared/erp.ts'
import { askByAgent } from './agent/mailbox.ts'
import type { ErpConnector } from './connector.ts'
import { openFiles } from './files/files.ts'
import { openHttpErp, speakingHttp } from './http/httpErp.ts'
import type { ErpLink } from './link.ts'
import { openNebim } from './nebim/nebim.ts'
import { openOdoo } from './odoo/odoo.ts'
import { openTryton } from './tryton/tryton.ts'

/** What connectors that wait for somebody else need beside the link. */
type House = { database: Database }

export type OpenConnector = (link: ErpLink, house: House) => ErpConnector

type Opening = Pick<ErpLink, 'tenantId' | 'settings' | 'secret'> & House

const connectors: Record<ErpKind, (given: Opening) => ErpConnector> = {
  agent: ({ tenantId, database }) => speakingHttp(askByAgent(database, tenantId)),
  files: openFiles,
  http: openHttpErp,
  tryton: openTryton,
  nebim: openNebim,
  odoo: openOdoo,
}

/** Opens the connector of a link's kind. Nothing is sent before it is asked for something. */
export const openConnector: OpenConnector = ({ tenantId, kind, settings, secret }, { database }) =>
  connectors[kind]({ tenantId, settings, secret, database })
