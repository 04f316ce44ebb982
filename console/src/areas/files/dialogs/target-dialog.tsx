import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import Modal from 'antd/es/modal'
import Segmented from 'antd/es/segmented'
import { useState } from 'react'
import { SpaceSelect } from '#areas/spaces'
import { isComposing } from '#lib/composing.ts'
import { useText } from '#lib/i18n.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { type Conflict, makeFolder, type Target } from '../actions/actions.ts'
import { dialogText } from './dialog-text.ts'
import styles from './dialogs.module.css'
import { FolderTree } from './folder-tree.tsx'

interface TargetDialogProps {
  moves: boolean
  count: number
  /** Where the files are. */
  from: Target
  /** Folders that go along, and so cannot be gone into. */
  folders: readonly string[]
  onDone: (target: Target, conflict: Conflict) => void
  onClose: () => void
}

/** Where files go: a folder of this data space or of another one. */
// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function TargetDialog({ moves, count, from, folders, onDone, onClose }: TargetDialogProps) {
  const t = useText(dialogText)
  useFocusBack()
  const [target, setTarget] = useState<Target>(from)
  const [conflict, setConflict] = useState<Conflict>('keep-both')
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const isSame = moves && target.spaceId === from.spaceId && target.folder === from.folder
  const create = async () => {
    if (name.trim() === '' || busy) return
    setBusy(true)
    try {
      const folder = await makeFolder(target.spaceId, target.folder, name.trim())
      setTarget({ ...target, folder })
      setName('')
      setProblem('')
    } catch (caught) {
      setProblem(problemWords(caught))
    }
    setBusy(false)
  }
  const folderWords = target.folder === '' ? t('root') : target.folder
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
      <div className={styles['form']}>
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
        <span className={styles['pair']}>
          <Input
            value={name}
            maxLength={255}
            placeholder={t('newFolderIn', { folder: folderWords })}
            aria-label={t('newFolderIn', { folder: folderWords })}
            onChange={({ target: field }) => setName(field.value)}
            onPressEnter={(event) => {
              event.preventDefault()
              if (!isComposing(event.nativeEvent)) void create()
            }}
          />
          <Button disabled={name.trim() === ''} loading={busy} onClick={() => void create()}>
            {t('create')}
          </Button>
        </span>
        {problem !== '' && (
          <p role="alert" className={styles['problem']}>
            {problem}
          </p>
        )}
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
