import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from '#web/ui/Failure.tsx'
import { type BackLink, FormHead } from './FormPage.tsx'

type Props<Data> = {
  /** Until the record is there. */
  title: string
  back?: BackLink
  query: UseQueryResult<Data>
  /** Of what stands in for the form, in pixels. */
  height: number
  children: (data: Data) => ReactNode
}

/** A page of one record: loading, failed, or its form. */
export function RecordPage<Data>({ title, back, query, height, children }: Props<Data>) {
  const { data, error } = query
  return (
    <>
      {data === undefined && <FormHead title={title} back={back} />}
      {error && <Failure error={error} onRetry={() => void query.refetch()} />}
      {data === undefined && !error && <Skeleton height={height} maw={960} radius="md" />}
      {data !== undefined && children(data)}
    </>
  )
}
