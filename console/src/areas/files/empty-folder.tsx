import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { State } from '#ui/states.tsx'
import styles from './files.module.css'
import { text } from './text.ts'

interface EmptyFolderProps {
  spaceId: string
  folder: string
  search: string | undefined
  onChoose: (folder: boolean) => void
}

export function EmptyFolder({ spaceId, folder, search, onChoose }: EmptyFolderProps) {
  const t = useText(text)
  if (search !== undefined) {
    return (
      <State title={t('noMatch')} words={t('noMatchWords', { search })}>
        <Link to="/space/list/file/$id" params={{ id: spaceId }} search={{ folder: folder || undefined }}>
          {t('clearSearch')}
        </Link>
      </State>
    )
  }
  return (
    <State title={t('empty')} words={t('emptyWords')}>
      <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => onChoose(false)}>
        {t('uploadFiles')}
      </Button>
      <Button onClick={() => onChoose(true)}>{t('uploadFolder')}</Button>
    </State>
  )
}

/** What can be done with the selected files. */
export function SelectionBar({
  count,
  onDelete,
  onClear,
}: {
  count: number
  onDelete: () => void
  onClear: () => void
}) {
  const t = useText(text)
  if (count === 0) return null
  return (
    <div className={styles['selection']}>
      <span>{t('selected', { count })}</span>
      <Button size="small" danger icon={<DeleteOutlined aria-hidden />} onClick={onDelete}>
        {t('deleteSelected')}
      </Button>
      <Button size="small" type="text" onClick={onClear}>
        {t('clearSelection')}
      </Button>
    </div>
  )
}
