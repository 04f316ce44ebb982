import type { Workflow } from '@vermilion/contract/generations/engines'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useWorkflowName } from '#areas/files'
import { useText } from '#lib/i18n.ts'
import type { TypedGeneration, UsedVersion } from './form-values.ts'
import styles from './form.module.css'
import { text } from './text.ts'
import { useStoredWorkflow } from './use-capabilities.ts'
import { ImportWorkflow } from '../workflows/import-workflow.tsx'
import { SlotDrawer } from '../workflows/slot-drawer.tsx'

interface WorkflowFieldProps {
  workflows: readonly Workflow[]
  value?: string
  onChange?: (workflow: string) => void
}

export function WorkflowField({ workflows, value, onChange }: WorkflowFieldProps) {
  const t = useText(text)
  const form = Form.useFormInstance<TypedGeneration>()
  const [isImporting, setImporting] = useState(false)
  const [slotsOf, setSlotsOf] = useState<string | null>(null)
  const options = useOptions(workflows, value)
  const hasSlots = workflows.some(({ id, engine }) => id === value && engine === 'comfyui')
  const applyCurrent = () => {
    const used = form.getFieldValue('usedVersion') as UsedVersion | null
    // Editing the workflow switches to its current version.
    if (used !== null) form.setFieldValue('usedVersion', { ...used, isChosen: false })
  }
  return (
    <div className={`${styles['workflow']} flex wrap gap-8`}>
      {/* A focused select has a second element beside it, which would move the buttons as they are pressed. */}
      <div>
        <Select
          id="workflow"
          className="full-width"
          aria-label={t('workflow')}
          {...(value === undefined ? {} : { value })}
          {...(onChange === undefined ? {} : { onChange })}
          options={options}
        />
      </div>
      {hasSlots && <Button onClick={() => setSlotsOf(value ?? null)}>{t('slots')}</Button>}
      <Button onClick={() => setImporting(true)}>{t('createWorkflow')}</Button>
      {isImporting && (
        <ImportWorkflow
          onClose={() => setImporting(false)}
          onImported={({ id }) => {
            onChange?.(id)
            setSlotsOf(id)
          }}
        />
      )}
      {slotsOf !== null && (
        <SlotDrawer workflowId={slotsOf} onChanged={applyCurrent} onClose={() => setSlotsOf(null)} />
      )}
    </div>
  )
}

function useOptions(workflows: readonly Workflow[], selected: string | undefined) {
  const t = useText(text)
  const nameOf = useWorkflowName()
  const used = Form.useWatch<UsedVersion | null | undefined>('usedVersion')
  const isDeleted = used?.workflow === selected && workflows.every(({ id }) => id !== selected)
  const stored = useStoredWorkflow(isDeleted ? (used?.version ?? null) : null)
  const options = workflows.map(({ id, name }) => ({ value: id, label: nameOf(id, name) }))
  if (!isDeleted || selected === undefined) return options
  return [...options, { value: selected, label: t('deletedWorkflow', { name: stored.data?.name ?? selected }) }]
}
