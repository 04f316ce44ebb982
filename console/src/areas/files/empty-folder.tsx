import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { isInPlace, type Space } from '@vermilion/contract/spaces'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { FillingState } from '#ui/feedback/filling.tsx'
import { State } from '#ui/feedback/states.tsx'
import { filterText } from './filter/filter-text.ts'
import { text } from './text.ts'

interface EmptyFolderProps {
  space: Space
  filtered: boolean
  folder: string
  onChoose: (folder: boolean) => void
  onClear: () => void
}

export function EmptyFolder({ space, filtered, folder, onChoose, onClear }: EmptyFolderProps) {
  const t = useText(text)
  const words = useText(filterText)
  if (filtered) {
    return (
      <State title={t('noMatch')} words={t('noMatchWords')}>
        <Button onClick={onClear}>{words('clearAll')}</Button>
      </State>
    )
  }
  if (space.progress !== null) {
    const { done, total } = space.progress
    return (
      <FillingState title={t('filling')} words={t('fillingWords')} name={t('fillingShort')} done={done} total={total} />
    )
  }
  if (isInPlace(space)) return <State title={t('empty')} words={t('emptyInPlace')} />
  return (
    <State title={t(folder === '' ? 'empty' : 'emptyFolder')} words={t('emptyWords')}>
      <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => onChoose(false)}>
        {t('uploadFiles')}
      </Button>
      <Button onClick={() => onChoose(true)}>{t('uploadFolder')}</Button>
    </State>
  )
}
