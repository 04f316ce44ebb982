import { fileEndpoints } from '@vermilion/contract/files'
import { useQuery } from '@tanstack/react-query'
import AutoComplete from 'antd/es/auto-complete'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { parentOf } from '../paths.ts'
import { text } from '../text.ts'

interface FolderFieldProps {
  spaceId: string | undefined
  id?: string
  value?: string
  onChange?: (folder: string) => void
}

export function FolderField({ spaceId, ...field }: FolderFieldProps) {
  const t = useText(text)
  const inputText = field.value ?? ''
  const folders = useQuery({
    ...readList(fileEndpoints.listFolders, {
      params: { spaceId: spaceId ?? '' },
      query: { folder: parentOf(inputText) },
    }),
    enabled: spaceId !== undefined,
  })
  const options = folders.data?.items.filter(({ path }) => path.startsWith(inputText) && path !== inputText) ?? []
  return (
    <AutoComplete
      {...field}
      maxLength={1_000}
      placeholder={t('allFiles')}
      options={options.map(({ path, fileCount }) => ({
        value: path,
        label: `${path} · ${t('filesIn', { count: fileCount })}`,
      }))}
    />
  )
}
