import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import type { SearchResult } from '@vermilion/contract/image-search'
import { useNavigate } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import type { FileAction } from '#ui/files/selection-bar.tsx'
import { text } from './text.ts'
import { keyOf } from './use-results.ts'

export function useActionsOfOne(result: SearchResult | undefined): FileAction[] {
  const t = useText(text)
  const navigate = useNavigate()
  if (result === undefined) return []
  const { file, datasets } = result
  const findSimilar = () =>
    void navigate({
      to: '/data-set/search',
      search: (now) => ({ ...now, mode: 'image', file: keyOf(result), picture: undefined, region: undefined }),
    })
  const showInFolder = () => {
    const folder = file.path.slice(0, -file.name.length - 1)
    void navigate({
      to: '/space/list/file/$id',
      params: { id: file.spaceId },
      search: { folder: folder === '' ? undefined : folder, search: file.name },
    })
  }
  const labelIn = (id: string, itemId: string) =>
    void navigate({ to: '/data-set/list/file/$id/annotate/$itemId', params: { id, itemId } })
  return [
    { key: 'similar', words: t('similar'), icon: <PictureOutlined aria-hidden />, run: findSimilar },
    { key: 'folder', words: t('openSpace'), icon: <FolderOpenOutlined aria-hidden />, run: showInFolder },
    ...datasets.map(({ id, name, itemId }) => ({
      key: `label ${id}`,
      words: t('openDataset', { name }),
      more: true,
      run: () => labelIn(id, itemId),
    })),
  ]
}
