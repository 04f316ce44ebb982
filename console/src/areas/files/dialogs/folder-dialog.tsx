import Input from 'antd/es/input/Input'
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { isComposing } from '#lib/composing.ts'
import { useText } from '#lib/i18n.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { problemWords } from '#ui/feedback/problem.ts'
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
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const create = async () => {
    if (name.trim() === '' || busy) return
    setBusy(true)
    try {
      onMade(await makeFolder(spaceId, folder, name.trim()))
    } catch (caught) {
      setProblem(problemWords(caught))
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      centered
      width={420}
      title={t('newFolder')}
      okText={t('createFolder')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: name.trim() === '' }}
      confirmLoading={busy}
      onOk={() => void create()}
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
          status={problem === '' ? '' : 'error'}
          onChange={({ target }) => {
            setName(target.value)
            setProblem('')
          }}
          onPressEnter={(event) => !isComposing(event.nativeEvent) && void create()}
        />
        {problem !== '' && (
          <p role="alert" className="text-error font-13">
            {problem}
          </p>
        )}
      </div>
    </Modal>
  )
}
