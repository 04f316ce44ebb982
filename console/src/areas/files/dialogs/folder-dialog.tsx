import Input from 'antd/es/input/Input'
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { isComposing } from '#lib/composing.ts'
import { useText } from '#lib/i18n.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { useAttempt } from '#ui/feedback/use-action.ts'
import { makeFolder, type Target } from '../actions/actions.ts'
import { dialogText } from './dialog-text.ts'

interface FolderDialogProps {
  in: Target
  onMade: (path: string) => void
  onClose: () => void
}

export function FolderDialog({ in: { spaceId, folder }, onMade, onClose }: FolderDialogProps) {
  const t = useText(dialogText)
  useFocusBack()
  const [name, setName] = useState('')
  const { isBusy, problem, clear, run } = useAttempt(async () => onMade(await makeFolder(spaceId, folder, name.trim())))
  const create = () => name.trim() !== '' && !isBusy && run()
  return (
    <Modal
      open
      centered
      width={420}
      title={t('newFolder')}
      okText={t('createFolder')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: name.trim() === '' }}
      confirmLoading={isBusy}
      onOk={() => create()}
      onCancel={onClose}
      afterOpenChange={(open) => open && document.getElementById('folder-name')?.focus()}
    >
      <div className="stack gap-8 padding-4-0-8">
        <label className="note margin-top-6" htmlFor="folder-name">
          {t('folderName')}
        </label>
        <Input
          id="folder-name"
          value={name}
          maxLength={255}
          status={problem === null ? '' : 'error'}
          onChange={({ target }) => {
            setName(target.value)
            clear()
          }}
          onPressEnter={(event) => !isComposing(event.nativeEvent) && create()}
        />
        {problem !== null && (
          <p role="alert" className="text-error font-13">
            {problemWords(problem)}
          </p>
        )}
      </div>
    </Modal>
  )
}
