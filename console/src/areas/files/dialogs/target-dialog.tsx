import Modal from 'antd/es/modal'
import Segmented from 'antd/es/segmented'
import { useState } from 'react'
import { SpaceSelect } from '#areas/spaces'
import { useText } from '#lib/i18n.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { type Conflict, type Target, makeFolder } from '../actions/actions.ts'
import { dialogText } from './dialog-text.ts'
import { FolderTree } from './folder-tree.tsx'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import { isComposing } from '#lib/composing.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { useAttempt } from '#ui/feedback/use-action.ts'

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
      <div className="stack gap-8 padding-4-0-8">
        <label className="note margin-top-6" htmlFor="target-space">
          {t('space')}
        </label>
        <SpaceSelect
          id="target-space"
          value={target.spaceId}
          onChange={(spaceId) => setTarget({ spaceId, folder: '' })}
        />
        <span className="note margin-top-6">{t('folder')}</span>
        <FolderTree
          key={target.spaceId}
          spaceId={target.spaceId}
          value={target.folder}
          onChange={(folder) => setTarget({ ...target, folder })}
          without={target.spaceId === from.spaceId ? folders : []}
        />
        <NewFolder target={target} onMade={(folder) => setTarget({ ...target, folder })} />
        <span className="note margin-top-6">{t('conflict')}</span>
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
        {conflict === 'replace' && <small className="faint">{t('replaceHint')}</small>}
      </div>
    </Modal>
  )
}

function NewFolder({ target, onMade }: { target: Target; onMade: (folder: string) => void }) {
  const t = useText(dialogText)
  const [name, setName] = useState('')
  const { isBusy, problem, run } = useAttempt(async () => {
    onMade(await makeFolder(target.spaceId, target.folder, name.trim()))
    setName('')
  })
  const create = () => name.trim() !== '' && !isBusy && run()
  const message = t('newFolderIn', { folder: target.folder === '' ? t('root') : target.folder })
  return (
    <>
      <span className="flex gap-8">
        <Input
          value={name}
          maxLength={255}
          placeholder={message}
          aria-label={message}
          onChange={({ target: field }) => setName(field.value)}
          onPressEnter={(event) => {
            event.preventDefault()
            if (!isComposing(event.nativeEvent)) create()
          }}
        />
        <Button disabled={name.trim() === ''} loading={isBusy} onClick={() => create()}>
          {t('create')}
        </Button>
      </span>
      {problem !== null && (
        <p role="alert" className="text-error font-13">
          {problemWords(problem)}
        </p>
      )}
    </>
  )
}
