import { fileName, folderOf } from '@vermilion/contract/paths'
import { Link } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { text } from './text.ts'

/** A file by its path, which leads to it among the others of its folder. */
export function FilePath({ spaceId, path }: { spaceId: string; path: string | null }) {
  const t = useText(text)
  if (path === null) return <em>{t('gone')}</em>
  const folder = folderOf(path)
  return (
    <Link
      to="/space/list/file/$id"
      params={{ id: spaceId }}
      search={{ folder: folder === '' ? undefined : folder, search: fileName(path) }}
    >
      {path}
    </Link>
  )
}
