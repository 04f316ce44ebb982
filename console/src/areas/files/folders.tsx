import FolderFilled from '@ant-design/icons/es/icons/FolderFilled'
import { fileEndpoints } from '@vermilion/contract/files'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import styles from './files.module.css'
import { text } from './text.ts'

export const foldersIn = (spaceId: string, folder: string) =>
  readList(fileEndpoints.listFolders, { params: { spaceId }, query: { folder } })

/** The folders directly in the shown one. */
export function Folders({ spaceId, folder }: { spaceId: string; folder: string }) {
  const t = useText(text)
  const folders = useQuery(foldersIn(spaceId, folder))
  if (folders.data === undefined || folders.data.length === 0) return null
  return (
    <ul className={styles['folders']} aria-label={t('folders')}>
      {folders.data.map(({ name, path, fileCount }) => (
        <li key={path}>
          <Link to="/space/list/file/$id" params={{ id: spaceId }} search={{ folder: path }}>
            <FolderFilled aria-hidden />
            <span>{name}</span>
            <small>{t('filesIn', { count: fileCount })}</small>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Where the shown folder lies in the space. */
export function FolderTrail({ spaceId, folder }: { spaceId: string; folder: string }) {
  const t = useText(text)
  if (folder === '') return null
  const names = folder.split('/')
  return (
    <nav className={styles['trail']} aria-label={t('folders')}>
      <Link to="/space/list/file/$id" params={{ id: spaceId }}>
        {t('allFiles')}
      </Link>
      {names.map((name, place) => {
        const path = names.slice(0, place + 1).join('/')
        return place === names.length - 1 ? (
          <span key={path} aria-current="location">
            {name}
          </span>
        ) : (
          <Link key={path} to="/space/list/file/$id" params={{ id: spaceId }} search={{ folder: path }}>
            {name}
          </Link>
        )
      })}
    </nav>
  )
}
