import {
  type ImportedWorkflow,
  workflowEndpoints,
  type WorkflowTemplateName,
  workflowTemplateNames,
} from '@vermilion/contract/generations/workflows'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import Modal from 'antd/es/modal'
import Select from 'antd/es/select'
import { useId, useRef, useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { useAttempt } from '#ui/feedback/use-action.ts'
import styles from '../generation.module.css'
import { text } from './text.ts'

type Source = 'file' | WorkflowTemplateName

interface ImportWorkflowProps {
  onClose: () => void
  onImported: (workflow: ImportedWorkflow) => void
}

export function ImportWorkflow({ onClose, onImported }: ImportWorkflowProps) {
  const t = useText(text)
  const id = useId()
  const [name, setName] = useState('')
  const [source, setSource] = useState<Source>('file')
  const [file, setFile] = useState<File | null>(null)
  const { isBusy, problem, run } = useAttempt(async () => {
    const body = { name: name.trim(), ...(source === 'file' ? await contentOf(file, t) : { template: source }) }
    const workflow = await call(workflowEndpoints.importWorkflow, { body })
    notify.success(t('imported'))
    void refresh('/workflows')
    onImported(workflow)
    onClose()
  })
  return (
    <Modal
      open
      title={t('title')}
      okText={t('import')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: name.trim() === '' }}
      confirmLoading={isBusy}
      onOk={run}
      onCancel={onClose}
      width={560}
      centered
      zIndex={1100}
      afterOpenChange={(open) => open && document.getElementById(id)?.focus()}
    >
      <p className="faint">{t('words')}</p>
      <div className={`${styles['field']} grid gap-6`}>
        <label htmlFor={id}>{t('name')}</label>
        <Input
          id={id}
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <div className={`${styles['field']} grid gap-6`}>
        <Select<Source>
          aria-label={t('from')}
          value={source}
          onChange={setSource}
          options={(['file', ...workflowTemplateNames] as const).map((value) => ({ value, label: t(value) }))}
        />
      </div>
      {source === 'file' && (
        <FileChoice
          file={file}
          onFile={(selected) => {
            setFile(selected)
            setName((now) => (now === '' || now === nameOf(file) ? nameOf(selected) : now))
          }}
        />
      )}
      {problem !== null && (
        <p role="alert" className="margin-top-8 text-error">
          {`${t('failed')}: ${problemWords(problem)}`}
        </p>
      )}
      <p className="faint">{t('editor')}</p>
    </Modal>
  )
}

const nameOf = (file: File | null): string => file?.name.replace(/\.json$/i, '') ?? ''

function FileChoice({ file, onFile }: { file: File | null; onFile: (file: File) => void }) {
  const t = useText(text)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={`${styles['field']} grid gap-6`}>
      <Button onClick={() => input.current?.click()}>
        {file === null ? t('choose') : t('chosen', { name: file.name })}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('choose')}
        onChange={({ target }) => {
          const [selected] = target.files ?? []
          if (selected !== undefined) onFile(selected)
        }}
      />
    </div>
  )
}

type Words = ReturnType<typeof useText<typeof text.en>>

async function contentOf(file: File | null, t: Words): Promise<{ content: Record<string, unknown> }> {
  if (file === null) throw new Error(t('noFile'))
  try {
    return { content: JSON.parse(await file.text()) as Record<string, unknown> }
  } catch (error) {
    throw new Error(t('notJson'), { cause: error })
  }
}
