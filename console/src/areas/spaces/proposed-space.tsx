import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import { useEffect } from 'react'
import { read } from '#lib/query.ts'
import { propose } from '#ui/form/form-fields.ts'

/** In a form with a field `spaceId`: the only data space is chosen by itself. */
export function ProposedSpace() {
  const form = Form.useFormInstance<{ spaceId: string }>()
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  const spaces = useQuery(read(spaceEndpoints.listSpaces, { query: { limit: maximumPageSize } }))
  const [only, ...others] = spaces.data?.items ?? []
  const proposed = spaceId === undefined && others.length === 0 ? only?.id : undefined
  useEffect(() => {
    if (proposed !== undefined) propose(form, 'spaceId', proposed)
  }, [form, proposed])
  return null
}
