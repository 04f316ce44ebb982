import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import {
  slotTexts,
  workflowSlotNames,
  type WorkflowSlots,
  type SlotTarget,
  type WorkflowSlotName,
} from '@vermilion/contract/generations/workflow-slots'
import {
  type ImportedWorkflow,
  workflowEndpoints,
  type WorkflowServer,
} from '@vermilion/contract/generations/workflows'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import { call } from '#lib/api.ts'
import { localize, useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { Bone, ProblemState, QueryState } from '#ui/feedback/states.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { serviceEndpoints } from '@vermilion/contract/services'
import Button from 'antd/es/button'
import { MissingService } from '#areas/settings'
import { Status } from '#ui/feedback/status.tsx'
import { MissingParts } from './missing-parts.tsx'
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
    <span translate="no">
      <span className="block clip text-ellipsis">{label}</span>
      <small className="block clip text-tertiary text-ellipsis">{present}</small>
    </span>
  )
}

interface ServerCheckProps {
  workflowId: string
  content: WorkflowContent
  onChanged: () => void
}

function ServerCheck(props: ServerCheckProps) {
  const services = useQuery(read(serviceEndpoints.listServices, {}))
  if (services.error !== null || services.data === undefined) return <QueryState query={services} height={80} />
  if (services.data.some(({ kind }) => kind === 'image-generation')) return <Check {...props} />
  return (
    <section className={`${styles['check']} border-top`}>
      <MissingService kind="image-generation" />
    </section>
  )
}

function Check({ workflowId, content, onChanged }: ServerCheckProps) {
  const t = useText(slotText)
  // No event reports changes of the servers, so earlier results are worthless.
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    ...read(workflowEndpoints.checkWorkflow, { params: { workflowId } }),
    staleTime: 0,
  })
  const servers = isFetchedAfterMount ? data : undefined
  return (
    <section className={`${styles['check']} border-top`} aria-label={t('servers')}>
      <header className="wrapping-row gap-8-14 justify-between margin-bottom-10">
        <h3 className="title">{t('servers')}</h3>
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          {t('again')}
        </Button>
      </header>
      <div aria-live="polite" aria-busy={isFetching}>
        {servers === undefined && error === null && <Status tone="active">{t('checking')}</Status>}
        {error !== null && <ProblemState problem={error} failure={t('checkFailed')} onRetry={() => void refetch()} />}
        {error === null && servers !== undefined && servers.length > 1 && (
          <p className="note margin-bottom-14">{t('oneIsEnough')}</p>
        )}
        {error === null &&
          servers?.map((server) => (
            <Server key={server.serviceId} server={server}>
              <MissingParts workflowId={workflowId} content={content} missing={server.missing} onChanged={onChanged} />
            </Server>
          ))}
      </div>
    </section>
  )
}

function Server({ server: { name, problem, missing }, children }: { server: WorkflowServer; children: ReactNode }) {
  const t = useText(slotText)
  const language = useSystem((system) => system.lang)
  const [tone, caption] =
    problem !== null
      ? (['bad', t('unreachable')] as const)
      : missing.length === 0
        ? (['good', t('complete')] as const)
        : (['warning', t('lacks', { count: missing.length })] as const)
  return (
    <div className={styles['server']}>
      <h4 className="wrapping-row gap-4-12 margin-bottom-6 weight-550">
        {name} <Status tone={tone}>{caption}</Status>
      </h4>
      {problem !== null && <p className="note margin-bottom-14">{localize(problem, language)}</p>}
      {missing.length > 0 && children}
    </div>
  )
}
