import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { text } from './text.ts'

interface SpaceSelectProps {
  id?: string
  value?: string
  onChange?: (spaceId: string) => void
  placeholder?: string
}

export function SpaceSelect(props: SpaceSelectProps) {
  const t = useText(text)
  const spaces = useQuery(read(spaceEndpoints.listSpaces, { query: { limit: maximumPageSize } }))
  return (
    <Select
      {...props}
      showSearch={{ optionFilterProp: 'label' }}
      loading={spaces.isPending}
      labelRender={({ label }) => label ?? '…'}
      placeholder={props.placeholder ?? t('select')}
      {...(spaces.error === null ? {} : { status: 'error' as const, notFoundContent: t('listFailed') })}
      options={spaces.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
    />
  )
}
