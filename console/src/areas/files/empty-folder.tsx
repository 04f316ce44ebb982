import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { State } from '#ui/states.tsx'
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
