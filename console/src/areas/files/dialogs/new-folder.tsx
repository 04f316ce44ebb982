import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { isComposing } from '#lib/composing.ts'
import { useText } from '#lib/i18n.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { makeFolder, type Target } from '../actions/actions.ts'
import { dialogText } from './dialog-text.ts'
import styles from './dialogs.module.css'

export function NewFolder({ target, onMade }: { target: Target; onMade: (folder: string) => void }) {
  const t = useText(dialogText)
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const create = async () => {
    if (name.trim() === '' || busy) return
    setBusy(true)
    try {
      onMade(await makeFolder(target.spaceId, target.folder, name.trim()))
      setName('')
      setProblem('')
    } catch (caught) {
      setProblem(problemWords(caught))
    }
    setBusy(false)
  }
  const words = t('newFolderIn', { folder: target.folder === '' ? t('root') : target.folder })
  return (
    <>
      <span className={`${styles['pair']} flex gap-8`}>
        <Input
          value={name}
          maxLength={255}
          placeholder={words}
          aria-label={words}
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
        <p role="alert" className="text-error font-13">
          {problem}
        </p>
      )}
    </>
  )
}
