import Modal from 'antd/es/modal'
import Segmented from 'antd/es/segmented'
import { useState } from 'react'
import { SpaceSelect } from '#areas/spaces'
import { useText } from '#lib/i18n.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import type { Conflict, Target } from '../actions/actions.ts'
import { dialogText } from './dialog-text.ts'
import styles from './dialogs.module.css'
import { FolderTree } from './folder-tree.tsx'
import { NewFolder } from './new-folder.tsx'

interface TargetDialogProps {
  moves: boolean
  count: number
  from: Target
  folders: readonly string[]
  onDone: (target: Target, conflict: Conflict) => void
  onClose: () => void
}

export function TargetDialog({ moves, count, from, folders, onDone, onClose }: TargetDialogProps) {
  const t = useText(dialogText)
  useFocusBack()
  const [target, setTarget] = useState<Target>(from)
  const [conflict, setConflict] = useState<Conflict>('keep-both')
  const isSame = moves && target.spaceId === from.spaceId && target.folder === from.folder
  return (
    <Modal
      open
      centered
      width={520}
      title={t(moves ? 'moveTitle' : 'copyTitle', { count })}
      okText={t(moves ? 'moveHere' : 'copyHere')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: isSame }}
      onOk={() => onDone(target, conflict)}
      onCancel={onClose}
    >
      <div className={`${styles['form']} stack gap-8 padding-4-0-8`}>
        <label htmlFor="target-space">{t('space')}</label>
        <SpaceSelect
          id="target-space"
          value={target.spaceId}
          onChange={(spaceId) => setTarget({ spaceId, folder: '' })}
        />
        <span>{t('folder')}</span>
        <FolderTree
          key={target.spaceId}
          spaceId={target.spaceId}
          value={target.folder}
          onChange={(folder) => setTarget({ ...target, folder })}
          without={target.spaceId === from.spaceId ? folders : []}
        />
        <NewFolder target={target} onMade={(folder) => setTarget({ ...target, folder })} />
        <span>{t('conflict')}</span>
        <Segmented<Conflict>
          block
          aria-label={t('conflict')}
          value={conflict}
          onChange={setConflict}
          options={[
            { value: 'keep-both', label: t('keepBoth') },
            { value: 'skip', label: t('skip') },
            { value: 'replace', label: t('replace') },
          ]}
        />
        {conflict === 'replace' && <small>{t('replaceHint')}</small>}
      </div>
    </Modal>
  )
}
