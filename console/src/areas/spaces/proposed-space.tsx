import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import { useEffect } from 'react'
import { read } from '#lib/query.ts'
import { propose } from '#ui/form/form-fields.ts'

export function ProposedSpace({ newest = false }: { newest?: boolean }) {
  const form = Form.useFormInstance<{ spaceId: string }>()
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  const query = { limit: maximumPageSize, sort: '-createdAt' as const, ...(newest && { contents: 'true' }) }
  const spaces = useQuery(read(spaceEndpoints.listSpaces, { query }))
  const [first, ...others] = spaces.data?.items ?? []
  const pictured = newest ? spaces.data?.items.find(({ covers = [] }) => covers.length > 0) : undefined
  const proposed = spaceId === undefined ? (others.length === 0 ? first : pictured)?.id : undefined
  useEffect(() => {
    if (proposed !== undefined) propose(form, 'spaceId', proposed)
  }, [form, proposed])
  return null
}
