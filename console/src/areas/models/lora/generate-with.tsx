import type { LoraModel } from '@vermilion/contract/models'
import { generationEndpoints } from '@vermilion/contract/generations'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { isInPlace, spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { ProblemState, State } from '#ui/feedback/states.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { generateText } from './generate-text.ts'
import { loraIn, workflowFor } from './workflow-for.ts'

interface GenerateWithProps {
  model: Pick<LoraModel, 'name' | 'lora'>
  onClose: () => void
}

export function GenerateWith({ model, onClose }: GenerateWithProps) {
  const t = useText(generateText)
  const navigate = useNavigate()
  const query = { limit: maximumPageSize, sort: '-createdAt' } as const
  const spaces = useQuery(read(spaceEndpoints.listSpaces, { query }))
  const workflows = useQuery(read(generationEndpoints.listWorkflows, {}))
  const problem = spaces.error ?? workflows.error
  if (problem === null && (spaces.isPending || workflows.isPending)) return null
  const fitting = spaces.data?.items.filter((space) => !isInPlace(space)) ?? []
  const workflow = workflowFor(model, workflows.data ?? [])
  const [first] = fitting
  const isReady = workflow !== undefined && first !== undefined
  const search = { create: true, workflow: workflow?.id, lora: loraIn(workflow, model) }
  if (isReady && fitting.length === 1)
    return <Navigate to="/space/list/file/$id/generations" params={{ id: first.id }} search={search} />
  return (
    <FormDrawer<{ spaceId: string }, string>
      open
      title={t('title', { name: model.name })}
      action={t('toForm')}
      failure={t('failed')}
      isReady={isReady}
      initial={{ spaceId: first?.id ?? '' }}
      submit={async ({ spaceId }) => spaceId}
      onClose={onClose}
      onDone={(id) => void navigate({ to: '/space/list/file/$id/generations', params: { id }, search })}
    >
      {problem !== null && (
        <ProblemState problem={problem} onRetry={() => void Promise.all([spaces.refetch(), workflows.refetch()])} />
      )}
      {problem === null && workflow === undefined && (
        <State title={t('noWorkflow')} text={t('noWorkflowWords')}>
          <Link to="/settings/services">{t('toServices')}</Link>
        </State>
      )}
      {workflow !== undefined && first === undefined && (
        <State title={t('noSpace')} text={t('noSpaceWords')}>
          <Link to="/space/list">{t('toSpaces')}</Link>
        </State>
      )}
      {isReady && (
        <Form.Item name="spaceId" label={t('space')} extra={t('spaceHint')} required>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={fitting.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
      )}
    </FormDrawer>
  )
}
