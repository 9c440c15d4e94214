import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from '#web/ui/Failure.tsx'
import { type BackLink, PageHead } from './PageHead.tsx'

type Props<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** Height of the placeholder, in pixels. */
  height: number
  maw?: number
  /** Loaded repeatedly: a failure matters only while there is no data. */
  isPolled?: boolean
  children: (data: Data) => ReactNode
}

/** What a query loads: its failure, a placeholder for the data, and the data. */
export function Loaded<Data>({ query, height, maw, isPolled = false, children }: Props<Data>) {
  const { data, error, refetch } = query
  const isMissing = data === undefined
  return (
    <>
      {error && (isMissing || !isPolled) && <Failure error={error} onRetry={() => void refetch()} />}
      {isMissing && !error && <Skeleton height={height} maw={maw} radius="md" />}
      {!isMissing && children(data)}
    </>
  )
}

type RecordProps<Data> = Props<Data> & {
  /** Shown until the record is loaded. */
  title: string
  back?: BackLink
}

/** A page of one record: its title until it is loaded, then all of it. */
export function RecordPage<Data>({ title, back, ...loading }: RecordProps<Data>) {
  return (
    <>
      {loading.query.data === undefined && <PageHead title={title} back={back} />}
      <Loaded maw={960} {...loading} />
    </>
  )
}
