import { fileEndpoints } from '@vermilion/contract/files'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useEffect, useEffectEvent } from 'react'
import type { UploadPlace } from '#areas/files'
import { formatSize } from '#lib/format.ts'
import { readList } from '#lib/query.ts'
import { problemWords } from '#ui/feedback/problem.ts'

interface UploadedModelsProps {
  place: UploadPlace
  id?: string
  value?: string
  onChange?: (fileId: string) => void
}

const maxFiles = 200

export function UploadedModels({ place: { spaceId, folder }, value, onChange, ...field }: UploadedModelsProps) {
  const query = { folder, recursive: 'true', limit: maxFiles } as const
  const files = useQuery(readList(fileEndpoints.listFiles, { params: { spaceId }, query }))
  const items = files.data?.items ?? []
  const first = items[0]?.id
  const form = Form.useFormInstance<{ name?: string }>()
  const choose = useEffectEvent((fileId: string) => {
    onChange?.(fileId)
    const named = form.getFieldValue('name') as string | undefined
    const fileName = items.find(({ id }) => id === fileId)?.name ?? ''
    if ((named ?? '').trim() === '') form.setFieldValue('name', fileName.replace(/\.[^.]+$/, ''))
  })
  useEffect(() => {
    if (value === undefined && first !== undefined) choose(first)
  }, [value, first])
  return (
    <Select
      {...field}
      {...(value === undefined ? {} : { value })}
      loading={files.isPending}
      notFoundContent={files.error === null ? null : problemWords(files.error)}
      options={items.map(({ id, name, size }) => ({ value: id, label: `${name} · ${formatSize(size)}` }))}
      {...(onChange !== undefined && { onChange })}
    />
  )
}
