import { fileName, folderOf } from '@vermilion/contract/paths'
import { Link } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { text } from './text.ts'

export function searchOf(path: string) {
  const folder = folderOf(path)
  return { folder: folder === '' ? undefined : folder, search: fileName(path) }
}

export function FilePath({ spaceId, path }: { spaceId: string; path: string | null }) {
  const t = useText(text)
  if (path === null) return <em>{t('gone')}</em>
  return (
    <Link to="/space/list/file/$id" params={{ id: spaceId }} search={searchOf(path)}>
      {path}
    </Link>
  )
}
