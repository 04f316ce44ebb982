import { isInPlace, type Space } from '@vermilion/contract/spaces'
import Button from 'antd/es/button'
import { InPlaceNote, SpaceStatus } from '#areas/spaces'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { UploadButton } from '#ui/files/upload-button.tsx'
import type { MenuAction } from '#ui/menu/menu-panel.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { actionText } from './actions/action-text.ts'
import { text } from './text.ts'

export function SpaceNote({ space }: { space: Space }) {
  return (
    <>
      <span className="text-tertiary">{formatSize(space.totalSize)}</span>
      <SpaceStatus space={space} />
      <InPlaceNote space={space} />
    </>
  )
}

interface ManagerButtonsProps {
  space: Space
  createDataset: MenuAction
  onUpload: (folder: boolean) => void
  actions: readonly MenuAction[]
}

export function ManagerButtons({ space, createDataset, onUpload, actions }: ManagerButtonsProps) {
  const texts = useText(actionText)
  const t = useText(text)
  return (
    <>
      <Button disabled={space.fileCount === 0} onClick={createDataset.run}>
        {createDataset.text}
      </Button>
      {!isInPlace(space) && (
        <UploadButton
          text={{ upload: t('upload'), files: t('uploadFiles'), folder: t('uploadFolder') }}
          onChoose={onUpload}
        />
      )}
      <RowMenu label={texts('more')} actions={actions} />
    </>
  )
}
