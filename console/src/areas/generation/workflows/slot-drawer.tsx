import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import {
  slotTexts,
  workflowSlotNames,
  type WorkflowSlots,
  type SlotTarget,
  type WorkflowSlotName,
} from '@vermilion/contract/generations/workflow-slots'
import { type ImportedWorkflow, workflowEndpoints } from '@vermilion/contract/generations/workflows'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import { call } from '#lib/api.ts'
import { localize, useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { ServerCheck } from './server-check.tsx'
import Select from 'antd/es/select'
import { type ReactNode, useMemo } from 'react'
import { fittingInputs, keyOf, targetOf } from './slot-options.ts'
import { slotText } from './slot-text.ts'
import styles from './slots.module.css'

interface SlotDrawerProps {
  workflowId: string
  onChanged: () => void
  onClose: () => void
}

export function SlotDrawer({ workflowId, onChanged, onClose }: SlotDrawerProps) {
  const t = useText(slotText)
  const params = { workflowId }
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...read(workflowEndpoints.getWorkflow, { params }),
    staleTime: 0,
  })
  // Fields read their initial values once, so they wait for fresh data.
  const workflow = isFetchedAfterMount ? data : undefined
  return (
    <FormDrawer<{ slots: WorkflowSlots }, ImportedWorkflow>
      open
      width={820}
      title={data === undefined ? t('titleUnknown') : t('title', { name: data.name })}
      action={t('save')}
      failure={t('saveFailed')}
      isReady={workflow !== undefined}
      initial={{}}
      submit={({ slots }) => call(workflowEndpoints.updateWorkflow, { params, body: { slots } })}
      onClose={onClose}
      onDone={() => {
        notify.success(t('saved'))
        void refresh('/workflows')
        onChanged()
        onClose()
      }}
    >
      {workflow === undefined ? (
        error === null ? (
          <Bone height={420} />
        ) : (
          <ProblemState problem={error} failure={t('loadFailed')} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <p className="note margin-bottom-14">{t('words')}</p>
          <SlotFields content={workflow.content} slots={workflow.slots} />
          <ServerCheck workflowId={workflowId} content={workflow.content} onChanged={onChanged} />
        </>
      )}
    </FormDrawer>
  )
}

interface SlotFieldsProps {
  content: WorkflowContent
  slots: WorkflowSlots
}

function SlotFields({ content, slots }: SlotFieldsProps) {
  const t = useText(slotText)
  const language = useSystem((system) => system.lang)
  return (
    <div className="grid columns-2 gap-0-16 narrow-columns-1">
      {workflowSlotNames.map((slot) => {
        const isRequired = slot === 'output'
        return (
          <Form.Item
            key={slot}
            name={['slots', slot]}
            label={localize(slotTexts[slot], language)}
            initialValue={slots[slot]}
            required={isRequired}
            rules={isRequired ? [{ required: true, type: 'array', min: 1, message: t('outputMissing') }] : []}
          >
            <SlotField slot={slot} content={content} />
          </Form.Item>
        )
      })}
    </div>
  )
}

interface SlotFieldProps {
  slot: WorkflowSlotName
  content: WorkflowContent
  id?: string
  value?: readonly SlotTarget[]
  onChange?: (targets: SlotTarget[]) => void
}

function SlotField({ slot, content, id, value = [], onChange }: SlotFieldProps) {
  const t = useText(slotText)
  const isOutput = slot === 'output'
  const { first, links } = useMemo(() => fittingInputs(content, slot), [content, slot])
  const options = [
    { label: t(isOutput ? 'ends' : 'values'), options: first },
    { label: t(isOutput ? 'others' : 'links'), options: links },
  ].filter((group) => group.options.length > 0)
  const shared = {
    ...(id === undefined ? {} : { id }),
    options,
    placeholder: t(isOutput ? 'chooseOutput' : 'stays'),
    notFoundContent: t('none'),
    showSearch: { optionFilterProp: 'label' },
    optionRender: renderInput,
  } as const
  const keys = value.map(keyOf)
  if (isOutput) {
    return <Select<string> {...shared} value={keys[0] ?? null} onChange={(key) => onChange?.([targetOf(key)])} />
  }
  return (
    <Select<string[]>
      {...shared}
      mode="multiple"
      value={keys}
      onChange={(selected) => onChange?.(selected.map(targetOf))}
    />
  )
}

interface RenderedOption {
  data: { label?: ReactNode; present?: string }
}

function renderInput({ data: { label, present } }: RenderedOption): ReactNode {
  return (
    <span className={styles['choice']} translate="no">
      <span>{label}</span>
      <small className="text-tertiary">{present}</small>
    </span>
  )
}
