import { assistEndpoints } from '@vermilion/contract/assist/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Input from 'antd/es/input/Input'
import Modal from 'antd/es/modal'
import Segmented from 'antd/es/segmented'
import { useState } from 'react'
import { SpaceSelect } from '#areas/spaces'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { runFileOperation } from '../actions/action-outcome.ts'
import type { SelectedFiles } from '../actions/selected-files.ts'
import { depthText } from './depth-text.ts'
import styles from './dialogs.module.css'

interface DepthDialogProps {
  spaceId: string
  files: SelectedFiles
  onClose: () => void
}

type Conflict = 'replace' | 'skip'

/** Has depth maps of the selected pictures made, into a folder of this data space or of another one. */
export function DepthDialog({ spaceId, files, onClose }: DepthDialogProps) {
  const t = useText(depthText)
  useFocusBack()
  const [target, setTarget] = useState({ spaceId, folder: 'depth' })
  const [conflict, setConflict] = useState<Conflict>('replace')
  const models = useQuery(read(assistEndpoints.listAssistModels, {}))
  const model = models.data?.find(({ role, isUsed }) => role === 'depth' && isUsed)
  const make = () => {
    const body = { selection: files, target: { ...target, folder: target.folder.trim() }, conflict }
    onClose()
    void runFileOperation({
      run: () => call(assistEndpoints.makeDepthMaps, { params: { spaceId }, body }),
      words: () => t('done'),
    })
  }
  return (
    <Modal
      open
      centered
      width={520}
      title={t('title')}
      okText={t('make')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: model === undefined }}
      onOk={make}
      onCancel={onClose}
    >
      <p>{t('words')}</p>
      {models.error !== null && <p role="alert">{problemWords(models.error)}</p>}
      {models.data !== undefined && model === undefined && (
        <p role="alert">
          {t('noModel')} <Link to="/settings/assist-models">{t('fetchModel')}</Link>
        </p>
      )}
      <div className={styles['form']}>
        <label htmlFor="depth-space">{t('space')}</label>
        <SpaceSelect
          id="depth-space"
          value={target.spaceId}
          onChange={(next) => setTarget({ ...target, spaceId: next })}
        />
        <label htmlFor="depth-folder">{t('folder')}</label>
        <Input
          id="depth-folder"
          value={target.folder}
          maxLength={900}
          onChange={({ target: { value: folder } }) => setTarget({ ...target, folder })}
        />
        <span>{t('conflict')}</span>
        <Segmented<Conflict>
          block
          aria-label={t('conflict')}
          value={conflict}
          onChange={setConflict}
          options={(['replace', 'skip'] as const).map((value) => ({ value, label: t(value) }))}
        />
        {model !== undefined && <small>{t('byModel', { model: model.name })}</small>}
      </div>
    </Modal>
  )
}
