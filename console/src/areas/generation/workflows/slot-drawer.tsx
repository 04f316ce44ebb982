import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import { slotTexts, workflowSlotNames, type WorkflowSlots } from '@vermilion/contract/generations/workflow-slots'
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
import { SlotField } from './slot-field.tsx'
import { slotText } from './slot-text.ts'

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
