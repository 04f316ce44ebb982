import { fileEndpoints, type SpaceFile } from '@vermilion/contract/files'
import { useQueries } from '@tanstack/react-query'
import Select from 'antd/es/select'
import { useState } from 'react'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { text } from '../text.ts'

interface FileFieldProps {
  spaceId: string | undefined
  kinds: readonly SpaceFile['kind'][]
  id?: string
  value?: string
  onChange?: (fileId: string) => void
}

const proposedFiles = 50

export function FileField({ spaceId, kinds, ...field }: FileFieldProps) {
  const t = useText(text)
  const [typed, setTyped] = useState('')
  const search = typed.trim() === '' ? undefined : typed.trim()
  const lists = useQueries({
    queries: kinds.map((kind) => ({
      ...readList(fileEndpoints.listFiles, {
        params: { spaceId: spaceId ?? '' },
        query: { recursive: 'true', kind, search, limit: proposedFiles },
      }),
      enabled: spaceId !== undefined,
    })),
  })
  const problem = lists.find(({ error }) => error !== null)?.error
  const isPending = spaceId !== undefined && lists.some((query) => query.isPending)
  const files = lists.flatMap(({ data }) => data?.items ?? [])
  return (
    <Select
      {...field}
      disabled={spaceId === undefined}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      loading={isPending}
      placeholder={t('chooseOne')}
      notFoundContent={problem ? problemWords(problem) : isPending ? t('looking') : t('noMatch')}
      options={files.map(({ id, path, size }) => ({ value: id, label: `${path} · ${formatSize(size)}` }))}
    />
  )
}
