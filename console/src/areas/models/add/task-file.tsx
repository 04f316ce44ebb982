import { isModelFile } from '@vermilion/contract/models/stored-formats'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useState } from 'react'
import { formatSize, formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read, readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { required } from '#ui/form/rules.ts'
import { taskFileText } from './task-file-text.ts'
import { addText } from './text.ts'

export function TaskFile() {
  const t = useText(taskFileText)
  const add = useText(addText)
  const taskId = Form.useWatch<string | undefined>('taskId')
  return (
    <>
      <Form.Item name="taskId" label={t('task')} rules={[required(t('taskMissing'))]}>
        <TaskField />
      </Form.Item>
      <Form.Item name="path" label={add('file')} rules={[required(add('fileMissing'))]}>
        <ResultFileField taskId={taskId} />
      </Form.Item>
    </>
  )
}

interface FieldProps {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

const proposedTasks = 50

function TaskField(field: FieldProps) {
  const t = useText(taskFileText)
  const zone = useSystem((system) => system.zone)
  const [typed, setTyped] = useState('')
  const search = typed.trim() === '' ? undefined : typed.trim()
  const tasks = useQuery(readList(taskEndpoints.listTasks, { query: { search, limit: proposedTasks } }))
  const selected = useQuery({
    ...read(taskEndpoints.getTask, { params: { taskId: field.value ?? '' } }),
    enabled: field.value !== undefined,
  })
  const problem = tasks.error ?? selected.error
  return (
    <Select
      {...field}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      loading={tasks.isPending}
      labelRender={({ label }) => label ?? selected.data?.name ?? '…'}
      placeholder={t('chooseTask')}
      notFoundContent={problem === null ? t('noTask') : problemWords(problem)}
      options={(tasks.data?.items ?? []).map(({ id, name, createdAt }) => ({
        value: id,
        label: `${name} · ${formatTime(createdAt, zone)}`,
      }))}
    />
  )
}

function ResultFileField({ taskId, ...field }: FieldProps & { taskId: string | undefined }) {
  const t = useText(taskFileText)
  const files = useQuery({
    ...read(taskEndpoints.listResultFiles, { params: { taskId: taskId ?? '' } }),
    enabled: taskId !== undefined,
  })
  return (
    <Select
      {...field}
      disabled={taskId === undefined}
      showSearch={{ optionFilterProp: 'label' }}
      loading={taskId !== undefined && files.isPending}
      notFoundContent={files.error === null ? t('noFile') : problemWords(files.error)}
      options={(files.data ?? [])
        .filter(({ path }) => isModelFile(path))
        .map(({ path, size }) => ({ value: path, label: `${path} · ${formatSize(size)}` }))}
    />
  )
}
