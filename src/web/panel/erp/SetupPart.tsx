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
import { ErpAgentSetup } from './ErpAgentSetup.tsx'
import { FilesSetup } from './FilesSetup.tsx'
import { HttpSetup } from './HttpSetup.tsx'
import { NebimSetup } from './NebimSetup.tsx'
import { OdooSetup } from './OdooSetup.tsx'
import { commonDraft, pickCommon, type SetupProps } from './setupForm.ts'
import { TrytonSetup } from './TrytonSetup.tsx'

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

function Setup({ stored, isShown }: { stored: ErpLinkShown | undefined; isShown: boolean }) {
  const [link, setLink] = useState(stored)
  // Part of the form's key; raising it restarts the form.
  const [formVersion, setFormVersion] = useState(0)
  const [common, setCommon] = useState(() => commonDraft(stored))
  const [kind, setKind] = useState(() => kindOf(stored))
  const queryClient = useQueryClient()
  const restart = (fresh: ErpLinkShown | undefined) => {
    setLink(fresh)
    setKind(kindOf(fresh))
    setCommon(commonDraft(fresh))
    setFormVersion((before) => before + 1)
  }
  const props: SetupProps = {
    stored: link,
    common,
    isShown,
    onKind: (next, typed) => {
      setCommon(pickCommon(typed))
      setKind(next)
    },
    onSaved: (saved) => {
      setLink(saved)
      for (const key of ['erpLink', 'erpSyncs']) void queryClient.invalidateQueries({ queryKey: [key] })
    },
    loadAgain: async () => restart((await fetchLink()).link),
  }
  const Form = forms[kind]
  return <Form key={`${kind} ${formVersion}`} {...props} />
}

const forms: Record<LinkedKind, (props: SetupProps) => ReactNode> = {
  http: HttpSetup,
  tryton: TrytonSetup,
  agent: ErpAgentSetup,
  files: FilesSetup,
  nebim: NebimSetup,
  odoo: OdooSetup,
}

/** Kinds without a form fall back to the first one. */
const kindOf = (link: ErpLinkShown | undefined): LinkedKind =>
  linkedKinds.find((candidate) => candidate === link?.kind) ?? 'http'
