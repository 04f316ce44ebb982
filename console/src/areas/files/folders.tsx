import FolderFilled from '@ant-design/icons/es/icons/FolderFilled'
import { fileEndpoints } from '@vermilion/contract/files'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import type { FileView } from '#ui/file-view.ts'
import styles from './files.module.css'
import { text } from './text.ts'

export const foldersIn = (spaceId: string, folder: string) =>
  readList(fileEndpoints.listFolders, { params: { spaceId }, query: { folder } })

/** The folders directly in the shown one. */
export function Folders({ spaceId, folder, view }: { spaceId: string; folder: string; view: FileView }) {
  const t = useText(text)
  const folders = useQuery(foldersIn(spaceId, folder))
  if (folders.data === undefined || folders.data.items.length === 0) return null
  return (
    <ul className={styles['folders']} aria-label={t('folders')}>
      {folders.data.items.map(({ name, path, fileCount }) => (
        <li key={path}>
          <Link to="/space/list/file/$id" params={{ id: spaceId }} search={{ folder: path, view }}>
            <FolderFilled aria-hidden />
            <span>{name}</span>
            <small>{t('filesIn', { count: fileCount })}</small>
          </Link>
        </li>
      ))}
    </ul>
  )
}
