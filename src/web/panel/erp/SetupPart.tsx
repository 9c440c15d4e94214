import { Skeleton, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { LinkedKind } from '#shared/erp/settings.ts'
import { linkedKinds } from '#shared/erp/settings.ts'
import type { ErpLinkShown } from '#shared/erp.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { AgentSetup } from './AgentSetup.tsx'
import { FilesSetup } from './FilesSetup.tsx'
import { HttpSetup } from './HttpSetup.tsx'
import { NebimSetup } from './NebimSetup.tsx'
import { OdooSetup } from './OdooSetup.tsx'
import { type CommonDraft, commonDraft, commonOf } from './setupForm.ts'
import { TrytonSetup } from './TrytonSetup.tsx'

/** How orders get to the ERP, as it is set up. `isShown`: not behind another part of the page. */
export function SetupPart({ isShown }: { isShown: boolean }) {
  const query = useRecordQuery({ queryKey: ['erpSetup'], queryFn: ({ signal }) => fetchLink({ signal }) })
  if (query.data) return <Setup stored={query.data.link} isShown={isShown} />
  return (
    <>
      <Title order={1} size="h3" mb="md">
        {t('panel.erp.setupTitle')}
      </Title>
      {query.error ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={600} maw={960} radius="md" />
      )}
    </>
  )
}

async function fetchLink(options: { signal?: AbortSignal } = {}) {
  return (await api.get('/api/Erp/GetLink', {}, options)).data
}

/** What every kind's form is given. */
export type SetupProps = {
  stored: ErpLinkShown | undefined
  common: CommonDraft
  isShown: boolean
  /** Another kind begins with what has been typed already. */
  onKind: (kind: LinkedKind, typed: CommonDraft) => void
  onSaved: (link: ErpLinkShown) => void
  /** The link as somebody else has saved it. */
  loadAgain: () => Promise<void>
}

function Setup({ stored, isShown }: { stored: ErpLinkShown | undefined; isShown: boolean }) {
  const [link, setLink] = useState(stored)
  // Counted up, the form begins anew.
  const [begun, setBegun] = useState(0)
  const [common, setCommon] = useState(() => commonDraft(stored))
  const [kind, setKind] = useState(() => kindOf(stored))
  const queries = useQueryClient()
  const begin = (fresh: ErpLinkShown | undefined) => {
    setLink(fresh)
    setKind(kindOf(fresh))
    setCommon(commonDraft(fresh))
    setBegun((before) => before + 1)
  }
  const props: SetupProps = {
    stored: link,
    common,
    isShown,
    onKind: (next, typed) => {
      setCommon(commonOf(typed))
      setKind(next)
    },
    onSaved: (saved) => {
      setLink(saved)
      for (const key of ['erpLink', 'erpSyncs']) void queries.invalidateQueries({ queryKey: [key] })
    },
    loadAgain: async () => begin((await fetchLink()).link),
  }
  const Form = forms[kind]
  return <Form key={`${kind} ${begun}`} {...props} />
}

const forms: Record<LinkedKind, (props: SetupProps) => ReactNode> = {
  http: HttpSetup,
  tryton: TrytonSetup,
  agent: AgentSetup,
  files: FilesSetup,
  nebim: NebimSetup,
  odoo: OdooSetup,
}

/** A kind that nobody can set up here begins as the first one that can be. */
const kindOf = (link: ErpLinkShown | undefined): LinkedKind =>
  linkedKinds.find((one) => one === link?.kind) ?? 'http'
