import { isAmongPictures } from '@vermilion/contract/assist-models/depth-folder'
import { assistEndpoints } from '@vermilion/contract/assist-models/endpoints'
import { normalizePath } from '@vermilion/contract/paths'
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
import { useAttempt } from '#ui/feedback/use-action.ts'
import { runFileOperationOrThrow } from '../actions/action-outcome.ts'
import type { SelectedFiles } from '../actions/selected-files.ts'
import { depthText } from './depth-text.ts'

interface DepthDialogProps {
  from: { spaceId: string; folder: string }
  inPlace: boolean
  files: SelectedFiles
  onClose: () => void
}

type Conflict = 'replace' | 'skip'

export function DepthDialog({ from, inPlace, files, onClose }: DepthDialogProps) {
  const t = useText(depthText)
  useFocusBack()
  const [target, setTarget] = useState({ spaceId: inPlace ? undefined : from.spaceId, folder: 'depth' })
  const [conflict, setConflict] = useState<Conflict>('skip')
  const models = useQuery(read(assistEndpoints.listAssistModels, {}))
  const model = models.data?.find(({ role, isUsed }) => role === 'depth' && isUsed)
  const { spaceId } = target
  const folder = normalizePath(target.folder.trim()).replace(/\/$/, '')
  const folderProblem = spaceId === from.spaceId ? problemOf(folder, foldersOf(files, from.folder)) : undefined
  const { isBusy, problem, clear, run } = useAttempt(async () => {
    if (spaceId === undefined) return
    const body = { selection: files, target: { spaceId, folder }, conflict }
    await runFileOperationOrThrow({
      run: () => call(assistEndpoints.makeDepthMaps, { params: { spaceId: from.spaceId }, body }),
      text: () => t('done'),
      onBegun: onClose,
    })
  })
  const change = (next: Partial<typeof target>) => {
    setTarget({ ...target, ...next })
    clear()
  }
  return (
    <Modal
      open
      centered
      width={520}
      title={t('title')}
      okText={t('make')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: model === undefined || spaceId === undefined || folderProblem !== undefined }}
      confirmLoading={isBusy}
      onOk={run}
      onCancel={onClose}
    >
      <p>{t('words')}</p>
      {models.error !== null && <p role="alert">{problemWords(models.error)}</p>}
      {models.data !== undefined && model === undefined && <ModelMissing />}
      <div className="stack gap-8 padding-4-0-8">
        <label className="note margin-top-6" htmlFor="depth-space">
          {t('space')}
        </label>
        <SpaceSelect
          id="depth-space"
          {...(spaceId === undefined ? {} : { value: spaceId })}
          onChange={(next) => change({ spaceId: next })}
        />
        {inPlace && <small className="faint">{t('inPlace')}</small>}
        <FolderField
          value={target.folder}
          problem={folderProblem === undefined ? undefined : t(folderProblem)}
          onChange={(next) => change({ folder: next })}
        />
        <span className="note margin-top-6">{t('conflict')}</span>
        <Segmented<Conflict>
          block
          aria-label={t('conflict')}
          value={conflict}
          onChange={setConflict}
          options={(['skip', 'replace'] as const).map((value) => ({ value, label: t(value) }))}
        />
        <small className="faint">{t('othersStay')}</small>
        {model !== undefined && <small className="faint">{t('byModel', { model: model.name })}</small>}
        {problem !== null && (
          <p role="alert" className="text-error font-13">
            {problemWords(problem)}
          </p>
        )}
      </div>
    </Modal>
  )
}

function ModelMissing() {
  const t = useText(depthText)
  return (
    <p role="alert">
      {t('noModel')} <Link to="/settings/assist-models">{t('fetchModel')}</Link>
    </p>
  )
}

interface FolderFieldProps {
  value: string
  problem: string | undefined
  onChange: (folder: string) => void
}

function FolderField({ value, problem, onChange }: FolderFieldProps) {
  const t = useText(depthText)
  return (
    <>
      <label className="note margin-top-6" htmlFor="depth-folder">
        {t('folder')}
      </label>
      <Input
        id="depth-folder"
        value={value}
        maxLength={900}
        status={problem === undefined ? '' : 'error'}
        aria-invalid={problem !== undefined}
        {...(problem === undefined ? {} : { 'aria-describedby': 'depth-folder-problem' })}
        onChange={({ target }) => onChange(target.value)}
      />
      {problem !== undefined && (
        <p role="alert" id="depth-folder-problem" className="text-error font-13">
          {problem}
        </p>
      )}
    </>
  )
}

const foldersOf = ({ fileIds, folders, filter }: SelectedFiles, folder: string): string[] => [
  ...folders,
  ...(fileIds.length === 0 || folder === '' ? [] : [folder]),
  ...(filter?.folder === undefined || filter.folder === '' ? [] : [filter.folder]),
]

function problemOf(folder: string, pictureFolders: readonly string[]): 'folderMissing' | 'amongPictures' | undefined {
  if (folder === '') return 'folderMissing'
  return isAmongPictures(folder, pictureFolders) ? 'amongPictures' : undefined
}
